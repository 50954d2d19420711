// A client that knows nothing at all: it learns the API through the server's
// reflection, then does one push and one lookup.
//
// Arguments: HOST:PORT, the folder of the npm packages, and the log line to push.
// Prints the outcome and the log line that came back.

'use strict';

const path = require('path');

const [address, modules, line] = process.argv.slice(2);
const load = (name) => require(path.join(modules, name));
const grpc = load('@grpc/grpc-js');
const loader = load('@grpc/proto-loader');

const REFLECTION = path.join(
  modules, '@grpc/reflection/build/proto/grpc/reflection/v1alpha/reflection.proto');
const credentials = grpc.credentials.createInsecure();
const options = { enums: String, longs: Number };

// The files that define a symbol and all that they import.
function reflect(symbol) {
  const service = grpc.loadPackageDefinition(loader.loadSync(REFLECTION, { keepCase: true }));
  const client = new service.grpc.reflection.v1alpha.ServerReflection(address, credentials);
  return new Promise((resolve, reject) => {
    const call = client.ServerReflectionInfo();
    const files = [];
    call.on('data', (response) => {
      if (response.error_response) reject(new Error(response.error_response.error_message));
      else files.push(...response.file_descriptor_response.file_descriptor_proto);
    });
    call.on('error', reject);
    call.on('end', () => resolve(files));
    call.write({ file_containing_symbol: symbol });
    call.end();
  });
}

// A FileDescriptorSet is its files, each as field 1.
function descriptorSet(files) {
  const parts = [];
  for (const file of files) {
    const size = [];
    let rest = file.length;
    for (; rest > 127; rest >>>= 7) size.push((rest & 127) | 128);
    parts.push(Buffer.from([0x0a, ...size, rest]), file);
  }
  return Buffer.concat(parts);
}

async function connect(name) {
  const files = await reflect(`tunedex.v1.${name}`);
  const definition = loader.loadFileDescriptorSetFromBuffer(descriptorSet(files), options);
  return new (grpc.loadPackageDefinition(definition).tunedex.v1[name])(address, credentials);
}

async function main() {
  const ingest = await connect('IngestService');
  const pushed = await new Promise((resolve, reject) => {
    const call = ingest.Push();
    call.on('data', resolve);
    call.on('error', reject);
    call.write({ source: 'node', records: [{ log_line: Buffer.from(line) }] });
    call.end();
  });
  console.log(pushed.results[0].outcome);

  const lookup = await connect('LookupService');
  const request = {
    workload: { workload_key: '["foreign", 8]' },
    target: { text: 'llvm -mcpu=core-avx2' },
  };
  const answer = await new Promise((resolve, reject) => {
    lookup.Lookup(request, (error, response) => (error ? reject(error) : resolve(response)));
  });
  console.log(answer.outcome);
  console.log(answer.matches[0].stored.record.log_line.toString());
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
