"""Repositories whose targets are libraries and tools already installed on the system."""

_CC_LIBRARY = """
cc_library(
    name = "{name}",
    linkopts = {linkopts},
    visibility = ["//visibility:public"],
)
"""

_TOOL = """
sh_binary(
    name = "{name}",
    srcs = ["{name}.sh"],
    visibility = ["//visibility:public"],
)
"""

def _system_repository_impl(ctx):
    build_files = {}
    for label, libraries in ctx.attr.libraries.items():
        package, name = label.split(":")
        linkopts = ["-l" + library for library in libraries]
        build_files[package] = build_files.get(package, "") + _CC_LIBRARY.format(
            name = name,
            linkopts = repr(linkopts),
        )
    for label, program in ctx.attr.tools.items():
        package, name = label.split(":")
        script = "/".join([part for part in [package, name + ".sh"] if part])
        ctx.file(script, "#!/bin/sh\nexec %s \"$@\"\n" % program, executable = True)
        build_files[package] = build_files.get(package, "") + _TOOL.format(name = name)
    for path, target in ctx.attr.links.items():
        ctx.symlink(target, path)
    for source, path in ctx.attr.files.items():
        ctx.symlink(source, path)
        if path.endswith(".bzl"):
            package = path.rpartition("/")[0]
            build_files.setdefault(package, "")
    for source, package in ctx.attr.build_files.items():
        build_files[package] = build_files.get(package, "") + ctx.read(source)
    for package, content in build_files.items():
        path = "/".join([part for part in [package, "BUILD.bazel"] if part])
        ctx.file(path, content)

system_repository = repository_rule(
    implementation = _system_repository_impl,
    doc = "Writes one BUILD file a package; nothing is compiled or downloaded.",
    attrs = {
        "build_files": attr.label_keyed_string_dict(
            doc = "BUILD fragments of ours: file to package.",
        ),
        "files": attr.label_keyed_string_dict(
            doc = "Files of ours (.bzl) placed in the repository: file to path.",
        ),
        "libraries": attr.string_list_dict(
            doc = "C++ libraries: 'package:name' to what is linked, without -l.",
        ),
        "links": attr.string_dict(
            doc = "Files of the system placed in the repository: path to system path.",
        ),
        "tools": attr.string_dict(
            doc = "Programs: 'package:name' to the installed program.",
        ),
    },
)
