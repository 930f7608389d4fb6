/** Words of writing to the shop. */
export const words = {
  'help.message': 'Mesazhi',
  'help.hint': 'Zakonisht përgjigjemi brenda 24 orëve, me email.',
  'help.hint.most': 'Nga {min} deri në {max} karaktere.',
  'help.send': 'Dërgo mesazhin',
  'help.sending': 'Po dërgohet...',
  'help.sent': 'Mesazhi u dërgua!',
  'help.sent.text': "Faleminderit! Do t'ju përgjigjemi me email.",
  'help.sent.toast': 'Mesazhi u dërgua',
  'help.failed': 'Mesazhi nuk u dërgua. Ju lutemi, provoni përsëri.',
  'help.order': 'Për porosinë',
  'help.mine': 'Mesazhet tuaja',
  'help.mine.failed': 'Mesazhet tuaja nuk u ngarkuan.',
  'help.mine.replied': 'me përgjigje',
  'help.mine.waiting': 'në pritje të përgjigjes',
  'help.mine.answer': 'Përgjigjja jonë, {date}',
  'help.contact.email': 'Email',
  'help.contact.subject': 'Tema',
  'help.contact.placeholder': 'emri@example.com',
  'help.contact.failed': 'Mesazhi nuk u dërgua',
} as const;

export const refusals = {
  'field.orderId': 'porosia',
  'field.subject': 'tema',
  'field.message': 'mesazhi',
} as const;
