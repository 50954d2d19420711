"""A client that knows nothing but the proto files: one push and one lookup.

Arguments: HOST:PORT, the folder of the stubs that protoc generated, and the log
line to push. Prints the outcome and the log line that came back.
"""

import sys

address, stubs, line = sys.argv[1:]
sys.path.insert(0, stubs)

import grpc  # noqa: E402
from tunedex.v1 import ingest_service_pb2 as ingest  # noqa: E402
from tunedex.v1 import ingest_service_pb2_grpc as ingest_grpc  # noqa: E402
from tunedex.v1 import lookup_service_pb2 as lookup  # noqa: E402
from tunedex.v1 import lookup_service_pb2_grpc as lookup_grpc  # noqa: E402

with grpc.insecure_channel(address) as channel:
    push = ingest.PushRequest(source="python")
    push.records.add(log_line=line.encode())
    (response,) = ingest_grpc.IngestServiceStub(channel).Push(iter([push]))
    print(ingest.PushOutcome.Name(response.results[0].outcome))

    request = lookup.LookupRequest()
    request.workload.workload_key = '["foreign", 8]'
    request.target.text = "llvm -mcpu=core-avx2"
    answer = lookup_grpc.LookupServiceStub(channel).Lookup(request)
    print(lookup.Outcome.Name(answer.outcome))
    print(answer.matches[0].stored.record.log_line.decode())
