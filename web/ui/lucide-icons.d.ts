/** One module per icon: the index of the package would put every icon of the shop into the first view. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  const shapes: import('lucide').IconNode;
  // biome-ignore lint/style/noDefaultExport: so the package has it
  export default shapes;
}
