/** Stars: shown, chosen by one tap, and chosen in a form. */
import { useWatch } from 'react-hook-form';
import { useField, useFormContext, useRegistered } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { BelowField, RequiredMark } from '#web/ui/form/text-fields.tsx';
import { Star } from '#web/ui/icons.ts';

const FIVE = [1, 2, 3, 4, 5];
const look = (isFilled: boolean) => (isFilled ? 'fill-current text-honey' : 'text-edge');

export function Stars({ stars, size = 18 }: { stars: number; size?: number }) {
  const t = useT();
  return (
    <span className="inline-flex gap-0.5">
      <span className="sr-only">{t('review.starsOf', { count: stars })}</span>
      {FIVE.map((star) => (
        <Star key={star} size={size} className={look(star <= stars)} />
      ))}
    </span>
  );
}

/** Five buttons; those before the one that is pointed at are filled too. */
export function StarButtons({ label, onChoose }: { label: string; onChoose: (stars: number) => void }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are no fields of a form
    <div role="group" aria-label={label} className="-ml-2 flex">
      {FIVE.map((star) => (
        <button
          key={star}
          type="button"
          aria-haspopup="dialog"
          aria-label={t.count('review.stars', star)}
          className="grid size-13 place-items-center rounded-full text-honey [&:has(~_button:hover)_svg]:fill-current hover:[&_svg]:fill-current"
          onClick={() => onChoose(star)}
        >
          <Star size={34} />
        </button>
      ))}
    </div>
  );
}

export function StarsField({ name, label }: { name: string; label: string }) {
  const t = useT();
  const { frame, aria } = useField(name, { label });
  const { id, ...described } = aria;
  const registered = useRegistered(name);
  const chosen = Number(useWatch({ control: useFormContext().form.control, name }) ?? 0);
  return (
    <fieldset className="flex flex-col border-0" aria-describedby={described['aria-describedby']}>
      <legend className="pb-1 text-sm font-semibold">
        {label} {frame.required && <RequiredMark />}
      </legend>
      <div className="-ml-2 flex">
        {FIVE.map((star) => (
          <label
            key={star}
            className="grid size-13 cursor-pointer place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input type="radio" value={star} {...registered} className="sr-only" />
            <span className="sr-only">{t.count('review.stars', star)}</span>
            <Star size={34} className={look(star <= chosen)} />
          </label>
        ))}
      </div>
      <BelowField id={id} error={frame.error} />
    </fieldset>
  );
}
