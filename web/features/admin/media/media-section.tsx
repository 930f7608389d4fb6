import type { User } from '#core/contract/accounts/accounts.ts';
import { MediaLibrary } from '#web/features/media/media-library.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';

/** The media library below the tabs of the admin panel. */
export function MediaSection({ user }: { user: User }) {
  const t = useT();
  return (
    <CardSection title={t('media.title')}>
      <MediaLibrary user={user} />
    </CardSection>
  );
}
