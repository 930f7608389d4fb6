/** Words of paying by card. */
export const words = {} as const;

export const refusals = {
  'problem.payments.tooSmall': 'Totali është shumë i vogël për kartë. Zgjidhni pagesën me para në dorë.',
  'problem.payments.tooLarge': 'Totali është shumë i madh për kartë. Porositeni me pjesë.',
  'problem.payments.ratePaused':
    'Pagesa me kartë është ndalur për pak kohë, sepse kursi i dollarit nuk është i freskët. Mund të paguani në sallon me para në dorë.',
  'problem.payments.away': 'Shërbimi i kartave nuk përgjigjet. Provoni përsëri pas pak ose paguani në sallon.',
  'problem.payments.noCards': 'Këtu nuk paguhet me kartë. Mund të paguani në sallon me para në dorë.',
  'problem.payments.underWay': 'Banka po e kryen pagesën. Prisni pak.',
  'problem.payments.alreadyPaid': 'Kjo shportë është paguar tashmë. Porosinë e gjeni te profili.',
  'problem.payments.notPaid': 'Kjo pagesë nuk është kryer ende.',
  'problem.payments.notFound': 'Kjo pagesë nuk u gjet.',
  'problem.payments.notRefundable': 'Kjo nuk mund të kthehet: është kthyer tashmë, ose nuk është paguar.',
  'problem.payments.forged': 'Nënshkrimi nuk është i shërbimit të kartave.',
  'field.paymentIntentId': 'pagesa',
} as const;
