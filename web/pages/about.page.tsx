import { planIds } from '#core/domain/memberships.ts';
import { APP_VERSION, PLAN_EUROS } from '#core/domain/shop.ts';
import { tintOf } from '#web/features/deals/category-icon.tsx';
import { useCards, useIdentities, useOperator } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAnchor } from '#web/kit/router/anchor.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { OperatorDetails } from '#web/shell/operator-details.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FactGrid } from '#web/ui/fact-grid.tsx';
import { Check, MapPin } from '#web/ui/icons.ts';
import { AtSign, CreditCard, LifeBuoy, Store } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';

const offers = { partners: Store, coverage: MapPin, payments: CreditCard, google: AtSign, support: LifeBuoy } as const;
const features = ['search', 'near', 'saved', 'orders', 'choices', 'everyone'] as const;
/** The six categories of S2 §1. */
const categories = ['hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage'] as const;

export function Page() {
  const t = useT();
  const help = t('about.help');
  const missing = { payments: useCards() === null, google: useIdentities().google === null };
  useHead({
    title: `${t('about.title')} | ${t('app.name')}`,
    description: t('about.description'),
    canonical: '/about',
    image: '/pictures/share/home.jpg',
  });
  return (
    <article className="mx-auto flex max-w-5xl flex-col gap-8 sm:gap-10">
      <BackLink />
      <Welcome />
      <section aria-labelledby="offer" className="flex flex-col gap-4">
        <h2 id="offer" className="text-2xl">
          {t('about.offer')}
        </h2>
        <FactGrid
          facts={Object.entries(offers).map(([name, Icon]) => ({
            Icon,
            title: t(`about.offer.${name as keyof typeof offers}`),
            text: [
              t(`about.offer.${name as keyof typeof offers}.text`, { help }),
              ...(missing[name as keyof typeof missing] ? [t('about.offer.where')] : []),
            ].join(' '),
          }))}
        />
      </section>
      <Categories />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <CardSection title={t('about.features')}>
          <ul className="flex flex-col gap-3">
            {features.map((name) => (
              <li key={name} className="flex gap-3">
                <Check size={20} className="mt-0.5 shrink-0 text-olive" />
                <span className="min-w-0 wrap-anywhere">{t(`about.feature.${name}`)}</span>
              </li>
            ))}
          </ul>
        </CardSection>
        <Professionals />
      </div>
      <Reviews />
      <Contact />
      <p className="text-center text-sm text-muted">{t('about.version', { version: APP_VERSION })}</p>
    </article>
  );
}

function Welcome() {
  const t = useT();
  return (
    <header className="relative grid overflow-hidden rounded-card bg-pomegranate text-ivory shadow-card md:grid-cols-[1.3fr_1fr]">
      <div className="flex flex-col gap-3 p-[min(1.5rem,6vw)] pb-8 sm:p-10">
        <h1 className="text-3xl">{t('about.title')}</h1>
        <p className="font-display text-xl font-semibold">{t('about.welcome')}</p>
        <p>{t('about.welcome.text')}</p>
        <h2 className="mt-3 font-sans text-sm tracking-normal">{t('about.mission')}</h2>
        <p className="text-balance font-display text-xl leading-snug sm:text-2xl">{t('about.mission.text')}</p>
      </div>
      <Picture
        src="/pictures/deals/hair-6-640.jpg"
        alt=""
        width={640}
        height={320}
        sizes="(min-width: 768px) 440px, 100vw"
        first
        missing={t('deal.imageUnavailable')}
        className="aspect-2/1 md:aspect-auto"
      />
      <div aria-hidden="true" className="kilim absolute inset-x-0 bottom-0 h-1.5 text-ivory opacity-50" />
    </header>
  );
}

function Categories() {
  const t = useT();
  return (
    <section aria-labelledby="categories" className="flex flex-col gap-4">
      <h2 id="categories" className="text-2xl">
        {t('about.categories')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {categories.map((slug) => (
          <li key={slug}>
            <Link
              to={`/?category=${slug}`}
              className="flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card eased hover:shadow-lift"
            >
              <Picture
                src={`/pictures/categories/${slug}-320.jpg`}
                alt=""
                width={320}
                height={240}
                sizes="(min-width: 1024px) 160px, (min-width: 640px) 30vw, 46vw"
                widths={[160, 320, 640]}
                eager
                missing={t('deal.imageUnavailable')}
                className={`aspect-4/3 ${tintOf(slug)}`}
              />
              <span className="p-3 font-display text-lg font-semibold leading-tight">{t(`category.${slug}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Professionals() {
  const t = useT();
  return (
    <CardSection title={t('about.professionals')}>
      <p>{t('about.professionals.text')}</p>
      <p className="font-semibold">{t('about.plansFrom')}</p>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2">
        {planIds.map((plan) => (
          <div key={plan} className="flex flex-col-reverse rounded-2xl bg-raised p-[min(0.75rem,3vw)] text-center">
            <dt className="text-sm text-muted">{t(`plan.${plan}`)}</dt>
            <dd className="font-display text-lg font-semibold numerals">
              {t('about.euro', { amount: String(PLAN_EUROS[plan]) })}
            </dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="/for-salons" variant="secondary" className="mt-auto self-start">
        {t('about.plansInLek')}
      </ButtonLink>
    </CardSection>
  );
}

function Reviews() {
  const t = useT();
  useAnchor('reviews');
  return (
    <CardSection id="reviews" title={t('about.reviews')}>
      <p>{t('about.reviews.who')}</p>
      <p>{t('about.reviews.shown')}</p>
      <p>{t('about.reviews.rating')}</p>
    </CardSection>
  );
}

function Contact() {
  const t = useT();
  const operator = useOperator();
  return (
    <CardSection title={t('about.contact')}>
      <p>{t('about.contact.text')}</p>
      {operator && <OperatorDetails operator={operator} />}
      <ButtonLink to="/profile" variant="secondary" className="self-start">
        {t('about.contact.action', { help: t('about.help') })}
      </ButtonLink>
    </CardSection>
  );
}
