/** `9+` for more than 9. */
export const upTo = (max: number, count: number) => (count > max ? `${max}+` : count);

/** The number at the corner of an icon, if there is any; decorative. */
export const CountBubble = ({ count, max = 99 }: { count: number; max?: number }) =>
  count > 0 && (
    <span
      key={count}
      aria-hidden="true"
      className="absolute -right-[10px] -top-[6px] grid min-w-[18px] animate-bump place-items-center rounded-full bg-brand px-[4px] text-[10px] font-bold leading-[18px] text-on-brand"
    >
      {upTo(max, count)}
    </span>
  );
