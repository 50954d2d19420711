"""cc_grpc_library, with the arguments of gRPC's own rule of this name."""

def _grpc_sources_impl(ctx):
    info = ctx.attr.proto[ProtoInfo]
    root = info.proto_source_root
    outputs = []
    import_paths = []
    for source in info.direct_sources:
        import_path = source.path[len(root) + 1:] if root not in ["", "."] else source.path
        import_paths.append(import_path)
        stem = ctx.label.name + "/" + import_path[:-len(".proto")]
        outputs.append(ctx.actions.declare_file(stem + ".grpc.pb.h"))
        outputs.append(ctx.actions.declare_file(stem + ".grpc.pb.cc"))
    first = outputs[0].path
    out_dir = first[:first.index("/" + ctx.label.name + "/") + len(ctx.label.name) + 1]
    arguments = ctx.actions.args()
    arguments.add("--plugin=protoc-gen-grpc=" + ctx.executable._plugin.path)
    arguments.add("--grpc_out=" + out_dir)
    arguments.add_all(info.transitive_proto_path, format_each = "-I%s")
    arguments.add_all(import_paths)
    ctx.actions.run(
        arguments = [arguments],
        executable = ctx.executable._protoc,
        inputs = info.transitive_sources,
        mnemonic = "GrpcCodegen",
        outputs = outputs,
        tools = [ctx.executable._plugin],
    )
    return [DefaultInfo(files = depset(outputs))]

_grpc_sources = rule(
    implementation = _grpc_sources_impl,
    attrs = {
        "proto": attr.label(mandatory = True, providers = [ProtoInfo]),
        "_plugin": attr.label(
            cfg = "exec",
            default = Label("@com_github_grpc_grpc//src/compiler:grpc_cpp_plugin"),
            executable = True,
        ),
        "_protoc": attr.label(
            cfg = "exec",
            default = Label("@com_google_protobuf//:protoc"),
            executable = True,
        ),
    },
)

def cc_grpc_library(name, srcs, deps, grpc_only, visibility = None):
    """Generates and compiles the gRPC service code of one proto_library.

    Args:
      name: name of the cc_library.
      srcs: the one proto_library with the services.
      deps: the cc_proto_library of the same messages.
      grpc_only: must be True; messages come from cc_proto_library.
      visibility: as everywhere.
    """
    if not grpc_only or len(srcs) != 1:
        fail("give one proto_library and grpc_only = True")
    sources = name + "_sources"
    _grpc_sources(name = sources, proto = srcs[0])
    native.cc_library(
        name = name,
        srcs = [":" + sources],
        hdrs = [":" + sources],
        includes = [sources],
        visibility = visibility,
        deps = deps + ["@com_github_grpc_grpc//:grpc++"],
    )
