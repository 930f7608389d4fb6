import { planIds, plans } from '#core/domain/memberships.ts';
import { ApplyLink } from '#web/features/dealers/apply-link.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FactGrid } from '#web/ui/fact-grid.tsx';
import { Check, Eye, MapPin, SlidersHorizontal, TicketCheck } from '#web/ui/icons.ts';
import { Camera, MessageCircle } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';

const benefits = {
  quick: Camera,
  reach: MapPin,
  languages: MessageCircle,
  control: SlidersHorizontal,
  numbers: Eye,
  code: TicketCheck,
} as const;
const steps = ['account', 'request', 'plan', 'post'] as const;
const questions = ['post', 'time', 'cancel', 'cash'] as const;

export function Page() {
  const t = useT();
  useHead({
    title: `${t('forSalons.title')} | ${t('app.name')}`,
    description: t('forSalons.description'),
    canonical: '/for-salons',
    image: '/pictures/share/home.jpg',
  });
  return (
    <article className="mx-auto flex max-w-5xl flex-col gap-8 sm:gap-10">
      <BackLink />
      <Opening />
      <section aria-labelledby="benefits" className="flex flex-col gap-4">
        <h2 id="benefits" className="text-2xl">
          {t('forSalons.benefits')}
        </h2>
        <FactGrid
          facts={Object.entries(benefits).map(([name, Icon]) => ({
            Icon,
            title: t(`forSalons.${name as keyof typeof benefits}`),
            text: t(`forSalons.${name as keyof typeof benefits}.text`),
          }))}
        />
      </section>
      <Prices />
      <Start />
      <CardSection title={t('forSalons.questions')}>
        {questions.map((name) => (
          <div key={name}>
            <h3 className="text-lg">{t(`forSalons.ask.${name}`)}</h3>
            <p className="mt-1 text-muted">{t(`forSalons.answer.${name}`, { help: t('about.help') })}</p>
          </div>
        ))}
      </CardSection>
    </article>
  );
}

function Opening() {
  const t = useT();
  return (
    <header className="relative grid overflow-hidden rounded-card bg-surface shadow-card md:grid-cols-[1.3fr_1fr]">
      <div className="flex flex-col items-start gap-3 p-[min(1.5rem,6vw)] pb-8 sm:p-10">
        <p className="font-semibold text-brand">{t('forSalons.title')}</p>
        <h1 className="text-3xl">{t('forSalons.headline')}</h1>
        <p className="text-lg text-muted">{t('forSalons.lead')}</p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <ApplyLink />
          <a href="#prices" className="inline-flex min-h-11 items-center px-3 font-semibold text-brand hover:underline">
            {t('forSalons.seePrices')}
          </a>
        </div>
      </div>
      <Picture
        src="/pictures/deals/nails-2-640.jpg"
        alt=""
        width={640}
        height={320}
        sizes="(min-width: 768px) 440px, 100vw"
        first
        missing={t('deal.imageUnavailable')}
        className="aspect-2/1 max-md:order-first md:aspect-auto"
      />
      <div aria-hidden="true" className="kilim absolute inset-x-0 bottom-0 h-1.5 text-brand opacity-50" />
    </header>
  );
}

function Prices() {
  const t = useT();
  return (
    <section aria-labelledby="prices" className="flex flex-col gap-4">
      <h2 id="prices" className="text-2xl">
        {t('forSalons.prices')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3 sm:gap-4">
        {planIds.map((plan) => (
          <li key={plan} className="flex flex-col gap-1 rounded-card bg-surface p-5 shadow-card sm:p-7">
            <h3 className="text-xl">{t(`plan.${plan}`)}</h3>
            <p className="text-sm text-muted">{t(`plan.${plan}.tagline`)}</p>
            <p className="mt-3">
              <Lek amount={plans[plan].price} className="font-display text-2xl font-semibold" />{' '}
              <span className="whitespace-nowrap text-sm text-muted">{t('membership.aMonth')}</span>
            </p>
            <p className="flex items-center gap-2 font-semibold">
              <Check size={20} className="shrink-0 text-olive" />
              {plans[plan].postsLimit === -1
                ? t('membership.posts.unlimited')
                : t.count('membership.posts', plans[plan].postsLimit)}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('forSalons.prices.text')}</p>
    </section>
  );
}

function Start() {
  const t = useT();
  return (
    <section aria-labelledby="start" className="flex flex-col gap-5 rounded-card bg-olive-soft p-5 sm:p-8">
      <h2 id="start" className="text-2xl">
        {t('forSalons.start')}
      </h2>
      <ol className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map((name, index) => (
          <li key={name} className="flex gap-4 lg:flex-col lg:gap-3">
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-full bg-olive font-display text-lg font-semibold text-on-olive numerals"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="text-lg">{t(`forSalons.step.${name}`)}</h3>
              <p className="mt-1 text-sm">{t(`forSalons.step.${name}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <ApplyLink />
      </div>
    </section>
  );
}
