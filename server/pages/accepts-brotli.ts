/** Whether a browser takes brotli: it names it, or everything, with a weight above zero (RFC 9110, 12.5.3). */
export function acceptsBrotli(header = ''): boolean {
  const weights = new Map(
    header.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}
