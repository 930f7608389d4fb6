/** A form with a field of every kind, and helpers to fill it in. */
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as z from 'zod/mini';
import { errorCode } from '#core/contract/field-errors.ts';
import { Phone } from '#core/contract/phone.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { Checkbox, FileField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PhoneField, PriceField, TextArea, TextField } from '#web/ui/form/text-fields.tsx';

const Everything = z.object({
  title: z.string().check(z.minLength(3), z.maxLength(60)),
  about: z.optional(z.string().check(z.maxLength(60))),
  link: z.optional(z.url()),
  kind: z.enum(['round', 'square']),
  price: z.number().check(z.positive(), z.multipleOf(0.01)),
  phone: z.optional(Phone),
  picture: z.optional(z.file().check(z.maxSize(1000), z.mime(['image/png'], errorCode('fileType')))),
  isLoud: z.boolean(),
});
export type Everything = z.infer<typeof Everything>;

interface Props {
  send: (values: Everything) => Promise<unknown>;
  start?: { [Name in keyof Everything]?: unknown };
  leaves?: boolean;
}

export function EveryField({ send, start = { isLoud: false }, leaves = false }: Props) {
  const submission = useSubmit({
    shape: Everything,
    start,
    send,
    onDone: () => {},
    failed: 'not sent',
    leaves,
    serverNames: { heading: 'title' },
  });
  return (
    <Form submission={submission} action="send" pending="sending">
      <TextField name="title" label="title" hint="three letters" />
      <TextArea name="about" label="about" maxLength={60} />
      <TextField name="link" label="link" type="url" />
      <SelectField
        name="kind"
        label="kind"
        options={[
          { value: 'round', text: 'Round' },
          { value: 'square', text: 'Square' },
        ]}
      />
      <PriceField name="price" label="price" />
      <PhoneField name="phone" label="phone" />
      <FileField name="picture" label="picture" accept="image/png" />
      <Checkbox name="isLoud" label="loud" hint="as loud as it goes" />
    </Form>
  );
}

export const field = (name: string) => screen.getByLabelText(name, { exact: false }) as HTMLInputElement;
export const descriptionOf = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? (id && 'missing'))
    .join(' ');
export const press = () => userEvent.click(screen.getByRole('button', { name: /send/ }));
export const problem = () => document.querySelector('[data-form-error]')?.textContent ?? null;
export const file = (name: string, type: string, size = 10) => new File(['x'.repeat(size)], name, { type });

export async function fill() {
  await userEvent.type(field('title'), ' Good things ');
  await userEvent.selectOptions(field('kind'), 'Square');
  await userEvent.type(field('price'), '2 200,50');
}
