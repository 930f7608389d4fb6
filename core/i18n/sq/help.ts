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
  'help.contact.email': 'Email',
  'help.contact.subject': 'Tema',
  'help.contact.placeholder': 'emri@example.com',
  'help.contact.failed': 'Mesazhi nuk u dërgua',
} as const;

export const refusals = {
  'field.subject': 'tema',
  'field.message': 'mesazhi',
} as const;
