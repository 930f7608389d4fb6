/** Words of one's data and of closing the account. */
export const words = {
  'closing.notFetched': 'Të dhënat për porositë tuaja nuk u ngarkuan.',
  'closing.lastAdmin': 'Jeni i vetmi administrator. Caktoni një tjetër para se ta mbyllni llogarinë.',
  'closing.gone.account':
    'Fshihen përgjithmonë emaili, emri, fjalëkalimi dhe mënyrat e tjera të hyrjes; dilni nga llogaria në çdo pajisje.',
  'closing.gone.things': 'Fshihen përgjithmonë shporta, ofertat e ruajtura dhe cilësimet.',
  'closing.gone.messages': 'Fshihen përgjithmonë mesazhet që na keni shkruar.',
  'closing.open.one': 'Anulohet {count} porosi e papaguar.',
  'closing.open.other': 'Anulohen {count} porosi të papaguara.',
  'closing.books':
    'Porositë mbeten në librat e shitjeve, pa emrin tuaj, rreth 3 vjet: ligji kërkon që shitjet të ruhen.',
  'closing.reviews': 'Vlerësimet që keni shkruar',
  'closing.reviews.keep': 'Mbeten pa emrin tuaj',
  'closing.reviews.delete': 'Fshihen përgjithmonë',
  'closing.paid.one':
    'Keni {count} porosi të paguar me kartë që mund të përdoret ende. Pasi ta mbyllni llogarinë, nuk e hapni dot më.',
  'closing.paid.other':
    'Keni {count} porosi të paguara me kartë që mund të përdoren ende. Pasi ta mbyllni llogarinë, nuk i hapni dot më.',
  'closing.refund': 'Rimbursoni në kartën time kuponët që nuk i kam përdorur',
  'closing.owed.one':
    'Klientët kanë ende {count} porosi te ju. Ofertat tuaja hiqen nga shitja, por kjo porosi duhet kryer.',
  'closing.owed.other':
    'Klientët kanë ende {count} porosi te ju. Ofertat tuaja hiqen nga shitja, por këto porosi duhen kryer.',
  'closing.membership': 'Abonimi juaj vlen deri më {date}. Koha që mbetet humbet dhe paratë e tij nuk kthehen.',
  'closing.givesUp': 'E di dhe e mbyll llogarinë gjithsesi',
  'closing.noPassword': 'Hyni përsëri nëse keni hyrë para më shumë se 5 minutash.',
  'closing.final': 'Ky veprim nuk mund të zhbëhet.',
  'closing.download': 'Më parë shkarkoni të dhënat tuaja, nëse i doni.',
  'closing.action': 'Mbyll llogarinë përgjithmonë',
  'closing.pending': 'Po mbyllet llogaria...',
  'closing.done': 'Llogaria u mbyll',
  'closing.done.text': 'Jua konfirmojmë me një email të fundit.',
  'closing.failed': 'Llogaria nuk u mbyll',
  'closing.unknown': 'Nuk dihet nëse llogaria u mbyll. Provoni përsëri.',
} as const;

export const refusals = {
  'problem.privacy.exporting': 'Të dhënat tuaja po përgatiten tashmë. Provoni përsëri pas pak.',
  'problem.privacy.exportsFull': 'Tani po shkarkojnë të dhënat edhe përdorues të tjerë. Provoni përsëri pas pak.',
  'problem.privacy.lastAdmin': 'Jeni i vetmi administrator. Caktoni një tjetër para se ta mbyllni llogarinë.',
  'problem.privacy.givesUp': 'Me mbylljen e llogarisë humbisni diçka që është ende në fuqi. Konfirmoni që e dini.',
  'field.givesUp': 'pranimi i humbjes',
} as const;
