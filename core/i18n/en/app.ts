/** Words of the installed app: manifest, installation, offline pages. */
export const words = {
  'app.description': 'Beauty and wellness deals from salons in Albania.',
  'app.push.title': 'You have a new notification',
  'app.push.text': 'Tap to open Bukuri.',
  'install.benefit': 'Open deals faster, even with a weak connection.',
  'install.ios.step1': 'Tap the Share button in Safari.',
  'install.ios.step2': 'Choose “Add to Home Screen”.',
  'install.ios.step3': 'Tap “Add”.',
  'install.android.hint': 'Browser menu, then “Install app”.',
  'install.openBrowser': 'Open this page in Safari or Chrome to install the app.',
  'offline.savedPage': 'No internet connection',
  'offline.showingSaved': 'Saved {time}',
  'offline.slow': 'Slow connection',
  'offline.showNewer': 'Show the new content',
  'offline.pageTitle': 'You are offline',
  'offline.pageText': 'Deals you have already opened are still available.',
  'offline.notSaved': 'This page is not saved on your device.',
};
