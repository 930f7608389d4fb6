import { useOperator } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { BackLink } from './back-link.tsx';
import { OperatorDetails } from './operator-details.tsx';

interface Props {
  title: string;
  description: string;
  path: string;
  /** Its date, if not that of the legal texts. */
  updated?: string;
  /** A line break separates paragraphs. */
  sections: readonly { heading: string; text: string }[];
}

export function LegalText({ title, description, path, updated, sections }: Props) {
  const t = useT();
  const operator = useOperator();
  useHead({ title: `${title} | ${t('app.name')}`, description, canonical: path });
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-6">
      <BackLink />
      <header className="flex flex-col gap-3">
        <h1 className="text-balance text-3xl">{title}</h1>
        <p className="text-sm text-muted">{updated ?? t('legal.updated')}</p>
        <p>{t('legal.runBy', { operator: operator?.name ?? t('legal.operator') })}</p>
        {operator && <OperatorDetails operator={operator} />}
      </header>
      {sections.map((section) => (
        <section key={section.heading} className="flex flex-col gap-2">
          <h2 className="text-xl">{section.heading}</h2>
          {section.text.split('\n').map((paragraph) => (
            <p key={paragraph}>
              <ScreenReaderText>{paragraph}</ScreenReaderText>
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}
