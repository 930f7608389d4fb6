/**
 * Parts a whole among weights, so that the parts are the whole again and each is the exact share to within one unit.
 * All are integers; at least one weight is above 0.
 */
export function sharesOf(whole: number, weights: readonly number[]): number[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let passed = 0n;
  let given = 0;
  return weights.map((weight) => {
    passed += BigInt(weight);
    // Half up of what all so far get together.
    const soFar = Number((BigInt(whole) * passed * 2n + total) / (total * 2n));
    const share = soFar - given;
    given = soFar;
    return share;
  });
}
