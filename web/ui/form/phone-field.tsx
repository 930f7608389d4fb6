import { readPhone } from '#core/domain/salons.ts';
import type { FieldWords } from '#web/kit/use-field.ts';
import { TextField } from './text-field.tsx';

/** A number as people write theirs; it is sent the way it is called from abroad. */
export function PhoneField(field: FieldWords & { name: string }) {
  return <TextField {...field} type="tel" autoComplete="tel" placeholder="+355 69 123 4567" read={readPhone} />;
}
