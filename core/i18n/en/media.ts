/** The media library. */
export const words = {};

export const refusals = {
  'problem.media.empty': 'The file is empty. Choose another one.',
  'problem.media.type': 'This file is not a picture or video we accept. Use JPEG, PNG, GIF, WebP, MP4, WebM or MOV.',
  'problem.media.heic':
    'HEIC photos are not accepted. On an iPhone choose Settings › Camera › Formats › “Most Compatible”, or save the photo as JPEG.',
  'problem.media.damaged': 'The file is damaged or incomplete. Choose another one.',
  'problem.media.pixels': 'The picture has more than 50 megapixels. Choose a smaller one.',
  'problem.media.frames': 'The animation has more than 50 frames. Choose a shorter one.',
  'problem.media.poster': 'The video needs a picture to show before it plays.',
  'problem.media.quota': 'You have uploaded a lot within a day. Try again tomorrow.',
  'problem.media.notFound': 'This file is no longer in the library.',
  'field.file': 'file',
  'field.poster': 'picture of the video',
  'field.tags': 'tags',
};
