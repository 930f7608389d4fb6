import { isDeepStrictEqual } from 'node:util';
import type { SalonInput, SalonProfile } from '#core/contract/salons.ts';
import type { Deps } from '#server/deps.ts';
import { lockDealer } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { toShownPhone } from './phone.ts';
import { findSalon, findSalonId, insertSalon, lockSalon, updateSalon } from './salons.store.ts';

interface Change {
  actorId: string;
  /** The salon of the acting dealer, added where there is none; or any salon, of which the caller has checked the access. */
  which: 'own' | { id: string };
  form: SalonInput;
}

/** Replaces what the form holds. The slug stays. */
export async function saveSalon({ db }: Pick<Deps, 'db'>, { actorId, which, form }: Change): Promise<SalonProfile> {
  const { hours, ...columns } = await columnsOf(form);
  return inTransaction(db, async (tx) => {
    const id = which === 'own' ? await ownSalon(tx, { ownerId: actorId, columns }) : which.id;
    if (!(await lockSalon(tx, id))) throw new AppError(404, 'salons.notFound');
    const saved = await findSalon(tx, id);
    if (form.version !== undefined && form.version !== saved.version) {
      // Also a retry after a lost answer.
      if (isDeepStrictEqual({ ...saved, ...columns, hours }, saved)) return saved;
      throw new AppError(409, 'salons.changed', { details: { saved } });
    }
    await updateSalon(tx, { id, values: columns, hours });
    await writeAudit(tx, { actorId, action: 'salons.save', subject: 'salon', subjectId: id });
    return findSalon(tx, id);
  });
}

/** A value for each field of the form: forgetting to save one does not compile. */
type Values = Required<Omit<SalonProfile, Exclude<keyof SalonProfile, Exclude<keyof SalonInput, 'version'>>>>;
type Columns = Omit<Values, 'hours'>;

/** The lock lets the second of two requests at once change the salon of the first. */
async function ownSalon(tx: Tx, { ownerId, columns }: { ownerId: string; columns: Columns }): Promise<string> {
  await lockDealer(tx, ownerId);
  return (await findSalonId(tx, ownerId)) ?? insertSalon(tx, { ...columns, ownerId, version: 0 });
}

async function columnsOf(form: SalonInput): Promise<Values> {
  const { name, city, about, aboutEn, logoUrl, photos, address, location, hours, holidays, instagram } = form;
  const [phone, whatsapp, viber] = await Promise.all(
    (['phone', 'whatsapp', 'viber'] as const).map((field) => toShownPhone(form[field], field)),
  );
  return {
    ...{ name, city, about: about ?? '', aboutEn: aboutEn || null },
    ...{ address: address ?? '', location: location || null, hours: hours ?? [] },
    ...{ logoUrl: logoUrl || null, photos: [...new Set(photos)], holidays: [...new Set(holidays)].sort() },
    ...{ phone: phone ?? null, whatsapp: whatsapp ?? null, viber: viber ?? null, instagram: instagram || null },
  };
}
