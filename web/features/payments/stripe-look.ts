import type { Appearance } from '@stripe/stripe-js';

/** The colours of the page as they are now, for fields that stand in frames of their own. */
export function lookOf(place: HTMLElement): Appearance {
  const probe = place.appendChild(document.createElement('span'));
  const colour = (name: string) => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color;
  };
  const look: Appearance = {
    theme: 'flat',
    variables: {
      colorPrimary: colour('brand'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('quiet'),
      colorTextPlaceholder: colour('quiet'),
      colorDanger: colour('alert'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '16px',
    },
    rules: { '.Input': { border: `1px solid ${colour('edge')}`, boxShadow: 'none' } },
  };
  probe.remove();
  return look;
}
