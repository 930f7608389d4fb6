const diamond = 'M12 0h8v4h4v4h4v4h4v8h-4v4h-4v4h-4v4h-8v-4H8v-4H4v-4H0v-8h4V8h4V4h4z';
const petal = 'M16 6c4.6 3.4 6.4 6.5 6.4 10S20 23.9 16 26c-4-2.1-6.4-6.5-6.4-10S11.4 9.4 16 6z';

export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <path fillRule="evenodd" d={diamond + petal} />
    </svg>
  );
}
