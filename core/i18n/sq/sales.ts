/** Words of the orders that a dealer got. */
export const words = {
  'sales.title': 'Porositë e sallonit',
  'sales.lead':
    'Klienti tregon kodin kur vjen: kërkojeni këtu për të parë çfarë ka porositur dhe nëse paguan te ju. Emrin e klientit nuk e shfaqim.',
  'sales.search': 'Kërko kodin e klientit',
  'sales.empty': 'Ende nuk ka porosi',
  'sales.notFound': 'Nuk ka porosi me kodin {code}',
  'sales.failed': 'Porositë nuk u ngarkuan',
  'sales.more': 'Shfaq më shumë porosi',
  'sales.useBy': 'Vlen deri më {date}',
  'sales.total': 'Gjithsej',
  'sales.toPay': 'Paguhet te ju',
  'sales.state.toPay': 'Paguhet në sallon',
  'sales.state.paid': 'E paguar me kartë',
  'sales.state.used': 'E paguar në sallon',
  'sales.state.over': 'Afati mbaroi',
  'sales.state.canceled': 'E anuluar',
  'sales.state.expired': 'E skaduar',
  'sales.state.refunded': 'E rimbursuar',
  'sales.state.disputed': 'E kontestuar në bankë',
} as const;
