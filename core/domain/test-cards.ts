/** The numbers that the sandbox takes, by what becomes of them. */
export const testNumbers = {
  paid: '4242424242424242',
  authenticate: '4000000000003220',
  declined: '4000000000000002',
  funds: '4000000000009995',
  expired: '4000000000000069',
  dispute: '4000000000000259',
} as const;
