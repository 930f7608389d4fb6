/** Of a typed whole number; nothing while the field is empty. */
export const readCount = (text: string) => (text.trim() === '' ? undefined : Number(text));
