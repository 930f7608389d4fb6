/** Whoever listens, or uses keys alone: where focus goes, and what is said. */
import type { Guard } from './guard.ts';

const focus = (test: string) => ['web/kit/focus.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'focus is lost where an entry of a list goes',
    file: 'web/kit/focus.ts',
    take: 'entryBeside(gap) ?? ',
    falls: focus('where the first entry goes'),
  },
  {
    without: 'focus is lost where a button becomes inert',
    file: 'web/kit/focus.ts',
    take: ", attributeFilter: ['inert', 'disabled', 'hidden']",
    falls: focus('where a button inert, focus goes'),
  },
  {
    without: 'focus does not return from a message',
    file: 'web/kit/focus.ts',
    take: 'back ?? beside',
    leave: 'beside',
    falls: focus('from a message that goes'),
  },
  {
    without: 'a step of a page begins where the last one ended',
    file: 'web/kit/focus.ts',
    take: '    focusPage();\n  }, [step]);',
    leave: '  }, [step]);',
    falls: focus('a step begins at its heading'),
  },
];
