"""What each external repository is made of on Debian 12 (see deploy/install-dependencies.sh)."""

load("//third_party:system_repository.bzl", "system_repository")

_ABSL_FLAGS = [
    "absl_flags_parse",
    "absl_flags_usage",
    "absl_flags_usage_internal",
    "absl_flags_internal",
    "absl_flags_marshalling",
    "absl_flags_reflection",
    "absl_flags_config",
    "absl_flags_program_name",
    "absl_flags_private_handle_accessor",
    "absl_flags_commandlineflag",
    "absl_flags_commandlineflag_internal",
    "absl_raw_hash_set",
    "absl_hash",
    "absl_city",
    "absl_low_level_hash",
    "absl_strings",
    "absl_str_format_internal",
    "absl_synchronization",
    "absl_base",
    "absl_raw_logging_internal",
]

_ABSL_HASH = [
    "absl_raw_hash_set",
    "absl_hash",
    "absl_city",
    "absl_low_level_hash",
    "absl_raw_logging_internal",
    "absl_throw_delegate",
]

_ABSL_STATUS = [
    "absl_status",
    "absl_cord",
    "absl_cord_internal",
    "absl_cordz_functions",
    "absl_cordz_handle",
    "absl_cordz_info",
    "absl_raw_logging_internal",
    "absl_strings",
    "absl_base",
]

_ABSL_STRINGS = [
    "absl_strings",
    "absl_str_format_internal",
    "absl_int128",
    "absl_throw_delegate",
    "absl_raw_logging_internal",
]

_ABSL_SYNCHRONIZATION = [
    "absl_synchronization",
    "absl_graphcycles_internal",
    "absl_time",
    "absl_base",
    "absl_malloc_internal",
    "absl_raw_logging_internal",
]

_WELL_KNOWN_PROTOS = ["any", "duration", "timestamp"]

def _bazel_repositories():
    """What Bazel 4.2 itself asks for by name."""
    native.local_repository(name = "bazel_skylib", path = "/usr/share/bazel/tools/skylib")
    native.local_repository(name = "platforms", path = "/usr/share/bazel/platforms")
    native.local_repository(name = "rules_java", path = "/usr/share/bazel/rules/java")
    native.local_repository(name = "rules_proto", path = "/usr/share/bazel/rules/proto")

    # Debian's rules_cc is too new for Bazel 4.2; the native rules serve.
    system_repository(
        name = "rules_cc",
        build_files = {"//third_party/rules_cc:rules_cc.BUILD": ""},
        files = {"//third_party/rules_cc:defs.bzl": "cc/defs.bzl"},
    )

    # Asked for by every "bazel test", used only by "bazel coverage".
    system_repository(
        name = "remote_coverage_tools",
        build_files = {"//third_party/rules_cc:remote_coverage_tools.BUILD": ""},
    )

def debian_packages():
    """Declares every external repository of the project."""
    _bazel_repositories()
    system_repository(
        name = "com_google_absl",
        libraries = {
            "absl/base:core_headers": [],
            "absl/cleanup:cleanup": [],
            "absl/container:btree": ["absl_throw_delegate"],
            "absl/container:flat_hash_map": _ABSL_HASH,
            "absl/container:flat_hash_set": _ABSL_HASH,
            "absl/flags:flag": _ABSL_FLAGS,
            "absl/flags:parse": _ABSL_FLAGS,
            "absl/flags:reflection": _ABSL_FLAGS,
            "absl/flags:usage": _ABSL_FLAGS,
            "absl/flags:usage_config": _ABSL_FLAGS,
            "absl/functional:any_invocable": [],
            "absl/functional:function_ref": [],
            "absl/hash:hash": _ABSL_HASH,
            "absl/random:random": [
                "absl_random_distributions",
                "absl_random_internal_platform",
                "absl_random_internal_pool_urbg",
                "absl_random_internal_randen",
                "absl_random_internal_randen_hwaes",
                "absl_random_internal_randen_hwaes_impl",
                "absl_random_internal_randen_slow",
                "absl_random_internal_seed_material",
                "absl_random_seed_gen_exception",
                "absl_random_seed_sequences",
            ],
            "absl/status:status": _ABSL_STATUS,
            "absl/status:statusor": ["absl_statusor"] + _ABSL_STATUS,
            "absl/strings:cord": _ABSL_STATUS,
            "absl/strings:str_format": _ABSL_STRINGS,
            "absl/strings:strings": _ABSL_STRINGS,
            "absl/synchronization:synchronization": _ABSL_SYNCHRONIZATION,
            "absl/time:time": ["absl_time", "absl_time_zone", "absl_int128"],
            "absl/types:span": ["absl_throw_delegate"],
        },
    )
    system_repository(
        name = "com_google_protobuf",
        build_files = {"//third_party/protobuf:protobuf.BUILD": ""},
        libraries = {":protobuf": ["protobuf"]},
        links = {
            "google/protobuf/%s.proto" % name: "/usr/include/google/protobuf/%s.proto" % name
            for name in _WELL_KNOWN_PROTOS
        },
        tools = {":protoc": "/usr/bin/protoc"},
    )
    system_repository(
        name = "com_github_grpc_grpc",
        files = {"//third_party/grpc:cc_grpc_library.bzl": "bazel/cc_grpc_library.bzl"},
        libraries = {
            ":grpc++": ["grpc++", "grpc", "gpr"] + _ABSL_SYNCHRONIZATION,
            ":grpc++_reflection": ["grpc++_reflection"],
        },
        tools = {"src/compiler:grpc_cpp_plugin": "/usr/bin/grpc_cpp_plugin"},
    )
    system_repository(
        name = "com_github_facebook_rocksdb",
        libraries = {":rocksdb": ["rocksdb"]},
    )
    system_repository(
        name = "com_github_simdjson_simdjson",
        libraries = {":simdjson": ["simdjson"]},
    )
    system_repository(
        name = "com_github_cliutils_cli11",
        libraries = {":cli11": []},
    )
    system_repository(
        name = "com_github_nlohmann_json",
        libraries = {":json": []},
    )
    system_repository(
        name = "com_github_jupp0r_prometheus_cpp",
        libraries = {
            "core:core": ["prometheus-cpp-core"],
            "pull:pull": ["prometheus-cpp-pull", "prometheus-cpp-core"],
        },
    )
    system_repository(
        name = "boringssl",
        libraries = {":crypto": ["crypto"]},
    )
    system_repository(
        name = "com_google_googletest",
        libraries = {
            ":gtest": ["gtest", "gmock", "pthread"],
            ":gtest_main": ["gmock_main", "gtest", "gmock", "pthread"],
        },
    )
    system_repository(
        name = "com_github_google_benchmark",
        libraries = {":benchmark": ["benchmark", "pthread"]},
    )
