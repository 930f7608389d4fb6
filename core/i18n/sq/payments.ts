/** Words of paying by card. */
export const words = {} as const;

export const refusals = {
  'problem.payments.ratePaused':
    'Pagesa me kartë është ndalur për pak kohë, sepse kursi i dollarit nuk është i freskët. Mund të paguani në sallon me para në dorë.',
} as const;
