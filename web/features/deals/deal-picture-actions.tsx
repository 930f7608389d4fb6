import type { Deal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/deals.ts';
import { useHearts } from '#web/features/favorites/favorites.tsx';
import { SaveToggle } from '#web/features/favorites/save-toggle.tsx';
import { countShare } from '#web/features/share/count-share.ts';
import { ShareButton } from '#web/features/share/share-button.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { titleOf } from './deal-words.tsx';

/** Save and Share on the picture; in the dialog beside its close button. */
export function PictureActions({ deal }: { deal: Deal }) {
  const t = useT();
  const hearts = useHearts();
  return (
    <div className="absolute right-3 top-3 flex gap-2 [dialog_&]:right-16">
      <SaveToggle deal={deal} hearts={hearts} />
      {isPublic(deal) && (
        <ShareButton path={`/deal/${deal.id}`} title={titleOf(deal, t)} onShared={() => countShare(deal)} />
      )}
    </div>
  );
}
