import { joinSentences } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { ADMIN_IMAGES } from './prepare-file.ts';
import { useMediaUpload } from './use-media-upload.ts';

/** The image of a deal in the form of administrators, for a `MediaField` with `hasUrl` (Spec 2 §5). */
export function useAdminImage(onUploaded: (url: string) => void) {
  const t = useT();
  const faults = {
    type: { title: t('image.invalidType'), text: t('image.invalidType.text') },
    size: { title: t('image.tooLarge'), text: t('image.tooLarge.text') },
    unreadable: { title: t('image.failed.title'), text: t('image.failed.text') },
    poster: { title: t('image.invalidType'), text: t('image.invalidType.text') },
  };
  return useMediaUpload({
    rules: ADMIN_IMAGES,
    onUploaded,
    onPrepared: () => toast({ tone: 'done', title: t('image.optimized') }),
    onRejected: (fault) => {
      toast({ tone: 'failed', ...faults[fault] });
      return joinSentences(faults[fault].title, faults[fault].text);
    },
  });
}
