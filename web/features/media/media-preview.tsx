import { type ReactNode, useState } from 'react';
import type { MediaItem } from '#core/contract/media.ts';
import { isVideo, stillOf } from '#core/domain/media.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SplitText } from '#web/ui/screen-reader-text.tsx';
import { Video } from '#web/ui/video.tsx';
import { useRemoveMedia } from './use-media.ts';

/** Spec 2 §2: further tags are counted. */
const SHOWN_TAGS = 2;

interface Props {
  item: MediaItem;
  isRemovable: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

/** A file of the library in full, with its category and tags. */
export function MediaPreview({ item, isRemovable, onClose, onRemoved }: Props) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveMedia(item, onRemoved);
  return (
    <Dialog title={t('media.preview')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {isVideo(item.url) ? (
          <Video
            src={item.url}
            label={item.originalName}
            failed={t('media.videoFailed')}
            className="max-h-[60dvh] w-full rounded-2xl"
          />
        ) : (
          <img
            src={stillOf(item.url, 960)}
            alt={item.originalName}
            className="max-h-[60dvh] w-full rounded-2xl bg-raised object-contain"
          />
        )}
        <div className="flex flex-col gap-1">
          <p translate="no" className="font-semibold wrap-anywhere">
            {item.originalName}
          </p>
          <p className="text-sm text-muted">
            {item.category && `${t(`category.${item.category}`)} · `}
            {formatDate(item.createdAt, t.language)}
          </p>
        </div>
        {item.tags.length > 0 && <Tags tags={item.tags} />}
        {isRemovable && (
          <Button variant="danger" aria-haspopup="dialog" className="self-end" onClick={() => setAsking(true)}>
            {t('media.delete')}
          </Button>
        )}
      </div>
      {isAsking && (
        <Dialog title={t('media.delete.confirm')} onClose={() => setAsking(false)}>
          <p>{t('media.delete.kept')}</p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" data-first="" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button variant="danger" isPending={remove.isPending} onClick={() => remove.mutate()}>
              {t('media.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </Dialog>
  );
}

function Tags({ tags }: { tags: string[] }) {
  const t = useT();
  const more = tags.slice(SHOWN_TAGS);
  return (
    <ul aria-label={t('media.tags.label')} className="flex flex-wrap gap-2">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more.length > 0 && (
        <Badge>
          <span title={more.join(', ')}>
            <SplitText visible={`+${more.length}`} spoken={more.join(', ')} />
          </span>
        </Badge>
      )}
    </ul>
  );
}

function Badge({ children }: { children: ReactNode }) {
  return <li className="rounded-full bg-raised px-3 py-1 text-sm wrap-anywhere">{children}</li>;
}
