/** Words of the inbox, and texts of notifications in it, by push and by email. */
export const words = {} as const;

export const refusals = {
  'notify.newDeals.one': 'Një ofertë e re për ju',
  'notify.newDeals.other': '{count} oferta të reja për ju',
  'notify.newDeals.text': '{title} – {salon}',
  'notify.newDeals.more': '{title} – {salon}, dhe oferta të tjera',
  'notify.dealEnding': 'Një ofertë e ruajtur mbaron së shpejti',
  'notify.dealEnding.text': '{title} mbaron {end}.',
  'notify.priceDrop': 'U ul çmimi i një oferte të ruajtur',
  'notify.priceDrop.text': '{title}: tani {price}, më parë {before}.',
  'notify.requestApproved.text': 'Ofertat i publikoni nga profili.',
  'notify.requestRejected.text': 'Mund të aplikoni përsëri nga profili.',
  'notify.requestRejected.notes': 'Shënimet e administratorit: {notes}',
  'notify.requestRevoked.text': 'Ofertat tuaja u ndalën përkohësisht. Porositë e klientëve mbeten të vlefshme.',
  'notify.orderPlaced': 'Porosia juaj u konfirmua',
  'notify.orderPlaced.card': 'Pagesa u krye. Kodet për sallonin i gjeni te porosia.',
  'notify.orderPlaced.cash': 'Paguani në sallon. Kodin e blerjes e gjeni te porosia.',
  'notify.orderReceived': 'Porosi e re',
  'notify.orderReceived.text': '{quantity} × {title}, gjithsej {amount}.',
  'notify.orderReceived.more': '{title} e të tjera: {quantity} shërbime, gjithsej {amount}.',
  'notify.supportReplied': 'Ju kthyem përgjigje',
  'notify.open': 'Hap',
  'notify.why': 'Këtë email e morët sepse te cilësimet keni zgjedhur njoftimet me email.',
  'notify.off': 'Nuk doni më njoftime me email? Çregjistrohuni: {url}',
} as const;
