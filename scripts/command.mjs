// `node scripts/command.mjs backup FILE` calls `main` of `scripts/backup.ts`. Prints a StartError as a sentence.
const [major] = process.versions.node.split('.');
if (Number(major) < 26) {
  process.stderr.write(`Bukuri runs on Node 26 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
const { lightenImports } = await import('#server/kit/light-imports.ts');
lightenImports();
const [name, ...words] = process.argv.slice(2);
const { StartError } = await import('#server/kit/start-error.ts');
const { main } = await import(`./${name}.ts`);
await main(words).catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
