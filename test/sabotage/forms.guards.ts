/** What a form keeps to itself, and how it says what is wrong. */
import type { Guard } from './guard.ts';

export const guards: readonly Guard[] = [
  {
    without: 'what was typed before the page was alive is sent by its address',
    file: 'web/ui/form/form.tsx',
    take: "type={isAlive || to ? 'submit' : 'button'}",
    leave: "type={isAlive || to ? 'submit' : 'submit'}",
    falls: ['web/ui/form/form.test.tsx', 'before the page is alive nothing typed leaves it'],
  },
  {
    without: 'what was wrong with a form follows to another',
    file: 'web/ui/form/form.tsx',
    take: 'useEffect(() => () => forget.current(), []);',
    falls: ['web/pages/login.test.tsx', 'what was wrong with a form follows to no other'],
  },
  {
    without: 'what is wrong with a field moves what is being pressed away',
    file: 'web/kit/use-field.ts',
    take: 'afterPress(() => target.isConnected && tell(event));',
    leave: 'tell(event);',
    falls: ['web/ui/form/form.test.tsx', 'is told of once what was pressed meanwhile is done'],
  },
  {
    without: 'a field that was left for another form is wrong when one comes back',
    file: 'web/kit/use-field.ts',
    take: 'target.isConnected && ',
    falls: ['web/pages/login.test.tsx', 'what was wrong with a field that was left for another form'],
  },
  {
    without: 'why a form was refused is read twice',
    file: 'web/ui/form/form.tsx',
    take: "isBeingSaid ? 'invisible' : ''",
    leave: "isBeingSaid ? '' : ''",
    falls: ['web/pages/login.test.tsx', 'why a form was refused is read once'],
  },
];
