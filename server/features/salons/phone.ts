/** Normalization of typed phone numbers. */
import { invalidInput } from '#server/kit/app-error.ts';

/**
 * A typed phone number (`Phone` of the contract) in E.164, `+355692012345`; one without country code is Albanian.
 * Null when there is none. Refuses an invalid number with the field error `invalidPhone`.
 */
export async function toPhone(typed: string | null | undefined, field = 'phone'): Promise<string | null> {
  return (await parse(typed, field))?.number ?? null;
}

/** The same as the catalogue shows it, `+355 69 201 2345`. */
export async function toShownPhone(typed: string | null | undefined, field = 'phone'): Promise<string | null> {
  // Some countries write hyphens.
  return (await parse(typed, field))?.formatInternational().replace(/[^+\d]+/g, ' ') ?? null;
}

async function parse(typed: string | null | undefined, field: string) {
  if (!typed) return null;
  // Loaded with the first number: its tables take 10 MB.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: 'AL', extract: false });
  // An extension would be lost.
  if (!phone?.isValid() || phone.ext) throw invalidInput({ [field]: 'invalidPhone' });
  return phone;
}
