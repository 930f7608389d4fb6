import type * as sq from '#core/i18n/sq/legal.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'legal.updated': 'Last updated January 14, 2025',
  'legal.runBy': 'Bukuri is run by {operator}. In this text “we” means whoever runs the site.',
  'legal.operator': 'the operator of this site',
  'accessibility.description': 'How far everybody can use Bukuri, what is not met yet and whom to write to.',
  'accessibility.updated': 'Last updated November 22, 2026',
  'accessibility.heading.goal': 'What we want',
  'accessibility.text.goal':
    'Everybody should be able to use Bukuri: by keyboard, with a screen reader, with large letters, with other colours or with one hand. We measure ourselves by WCAG 2.2, level AA.',
  'accessibility.heading.met': 'What is met',
  'accessibility.text.met':
    'The whole purchase can be made by keyboard alone, and where you are can always be seen.\nPrices are heard as one number, with the word “lek”.\nAn order that you confirm or pay by keyboard or with a screen reader stays in front of you as long as you want.\nLetters can be twice as large and the page as narrow as 320 pixels without anything being lost.\nText stands out from what is behind it, in the light and the dark theme, and nothing is told by colour alone.\nAnimations stop where your device is set to reduce motion.',
  'accessibility.heading.unmet': 'What is not met yet',
  'accessibility.text.unmet':
    'The shop has not been tried by people who use a screen reader every day.\nWhen something is refused, the message does not always say what would help.\nPictures and texts of deals are provided by salons; a deal without a translation is read in Albanian on the English page too; the title of its page is said in the English voice.\nOn English pages a price is heard with the word “lek” after the number, which is not how it is written: who commands the page by voice says the words of a button alone.\nWhere you confirm or pay an order with a finger or a mouse, you go to the home page after 1.5 seconds unless you touch it; you find the order on your profile.\nOn a phone the letters of the tabs and of the header grow less than all others.\nYour device may lack an Albanian voice; then the reader speaks with the voice of another language.',
  'accessibility.heading.tried': 'How we try it',
  'accessibility.text.tried':
    'Every change passes automatic checks on every page: the rules of axe, the tree that screen readers read, the keyboard, letters twice as large and ten widths of screen.',
  'accessibility.heading.contact': 'Write to us',
  'accessibility.text.contact':
    'If something keeps you from using the shop, tell whoever runs the site, at the address at the top or the foot of the page: what you wanted to do, where, and with which device.',
  'accessibility.text.noContact':
    'No address to write to has been given here yet. Once there is one, it will stand at the top of this page and at the foot of every page.\nUntil then, if something keeps you from using the shop, ask the salon itself about a deal: its telephone, where it has given one, stands with the deal.',
  'terms.description':
    'How you order at Bukuri, what you pay and where, and what applies between you, us and the salons.',
  'terms.heading.role': 'What Bukuri does',
  'terms.text.role':
    'Bukuri shows deals of salons and keeps your orders. The treatment is given by the salon that the deal names; the agreement about it is between you and that salon.',
  'terms.heading.account': 'The account',
  'terms.text.account':
    'You can look at deals and save them without an account. To order you need one, and you must be at least 16.\nGive an email address that is yours and tell nobody your password. What is ordered with your account counts as ordered by you.\nWhat remains of an account after it was closed is kept for about 3 years.',
  'terms.heading.prices': 'Prices and deals',
  'terms.text.prices':
    'All prices are in new lek and include VAT. The original price is stated by the salon; the discount is computed from the two prices.\nA deal runs until the time that it shows. The salon may change or withdraw it earlier, but your order keeps the price that you confirmed.',
  'terms.heading.orders': 'Ordering and paying',
  'terms.text.orders':
    'You order by confirming the cart. You pay nothing here: you pay in cash at the salon, when you go for the treatment. Every order has a Purchase ID, which you show at the salon.\nA deal can be used within 30 days of the order; you arrange the hour with the salon yourself. You may have up to five unpaid orders, and one order may not exceed ALL\u00a0500,000, the legal limit for payments in cash.',
  'terms.withCards.orders':
    'You order by paying the cart by card, or by confirming that you pay in cash at the salon, when you go for the treatment. A card is charged at once, in US dollars at the rate that is shown before; your bank may add a fee of its own. Every order has an id, which you show at the salon.\nA deal can be used within 30 days of the order; you arrange the hour with the salon yourself. You may have up to five unpaid orders, and one order in cash may not exceed ALL\u00a0500,000, the legal limit for payments in cash.',
  'terms.heading.cancel': 'When you do not go, or the salon cannot',
  'terms.text.cancel':
    'An order that you do not use costs you nothing. If you cannot go, cancel it on your profile and, if you booked a time, tell the salon. After 30 days the order ends by itself. If the salon cannot give the treatment, you owe it nothing.\nWhat you paid at the salon you settle with the salon. The rights that the law gives you as a consumer are not touched.',
  'terms.withCards.cancel':
    'An order in cash that you do not use costs you nothing. If you cannot go, cancel it on your profile and, if you booked a time, tell the salon. After 30 days the order ends by itself. If the salon cannot give the treatment, you owe it nothing.\nA voucher paid by card you can cancel within 14 days of the purchase, as long as it was not used: its share of the payment goes back to the card that paid. A voucher paid by card that nobody used is refunded by itself 48 hours after its last day. If the salon cannot give the treatment, or gave another one, make a claim on the page of your order within 14 days of your visit.\nWhat you paid at the salon you settle with the salon. The rights that the law gives you as a consumer are not touched.',
  'terms.heading.use': 'Using the site',
  'terms.text.use':
    'Do not order what you do not mean to use, do not use the name of somebody else and do not hinder the site, for example with masses of automatic requests. The account of whoever does may be closed.',
  'terms.heading.salons': 'For salons',
  'terms.text.salons':
    'Memberships for salons cost: Entry 10\u00a0euro, Silver 20\u00a0euro and Gold 42\u00a0euro per month; the price in lek is shown before you pay. They are billed monthly in advance; cancellation takes effect at the end of the period.',
  'terms.heading.liability': 'Liability',
  'terms.text.liability':
    'We take care that what is shown here is right and that the site works, but do not promise that it is open at every moment. For the treatment the salon answers. These terms limit no liability that the law does not let us limit.',
  'terms.heading.changes': 'Changes and law',
  'terms.text.changes':
    'The terms may change; the date at the top tells the last change. An order goes by the terms of the day on which it was made. Albanian law applies.',
  'privacy.description': 'What data Bukuri keeps about you, why and for how long, and which rights you have.',
  'privacy.heading.kept': 'What we keep and why',
  'privacy.text.kept':
    'The account: your email, the name you choose, your password only in a form that it cannot be read from any more, your language, when you accepted the terms and when you confirmed your email. Links that we email you are kept for a day, in a form that they cannot be read from. Without these you cannot sign in. If you ask for codes of an app when you sign in, we keep its key, and your recovery codes only in a form that they cannot be read from.\nCart, saved deals and orders: what you chose, at which price and when. Without these you cannot order.\nViews: a deal counts its visitors. For that we keep a computed mark for two days, not your name.\nSearches: counted by day and city, without name, account or address. After 90 days we forget them. So that each person counts once, we keep a computed mark for about a day.\nLocation: we ask for it only when you press “Near me”. It is sent rounded and not kept.\nMessages to us: what you wrote, with your account or the email that you left, so that we can answer.\nReports of deals: the reason and what you wrote, with your account or a mark of your browser.\nRequests to post deals: NIPT, phone and email of the business, what was decided and why, as long as your account exists. Administrators see them.\nSalon of a dealer: name, description, photos, address, opening hours, phone numbers and Instagram, which everybody sees. Phone numbers and Instagram are deleted when the account is closed.\nSafety: important acts of an account are written into a log. Signing in and refused requests are written with the IP address into the log of the server; how long that is kept is decided by whoever runs the site. So that nobody tries passwords without end, requests are counted by address, which is turned into a computed mark first. So that you hear of whoever comes in with another device, the browsers that signed in are kept with what they say to be, such as “Chrome, Android”. So that you still get in while somebody else tries, a computed mark of the network from which you signed in is kept.',
  'privacy.heading.guests': 'Without an account',
  'privacy.text.guests':
    'Deals that you save without an account are bound to your browser by a cookie and carry a mark computed from the address, so that likes are counted rightly. After 90 days we forget them. When you sign in they join your account.',
  'privacy.heading.cookies': 'Cookies and the memory of the browser',
  'privacy.text.cookies':
    'We only use cookies needed to sign in, to keep your saved deals and to remember your choices. We do not track you and use no third-party cookies, but for those that a payment by card and signing in with Google need where they are offered, so there is nothing to accept.\nbukuri and signedIn: that you are signed in. They last until you close the browser, 12 hours at most, or 30 days if you choose “Remember me”.\nhasSignedIn: that somebody has signed in on this browser before, so that the page for it opens at sign-in. It lasts a year, also after you sign out.\nbukuri-browser: knows the browser, for deals saved without an account and against guessing of passwords. It lasts half a year.\nbukuri-nonce: binds the answer of Google or Apple to your browser when you sign in with them. It lasts until you close the browser.\ntill and hasTill: that the device is a till of a salon, if you opened one on it. They last 180 days.\nlanguage, selectedCity, theme and sessionId: the language, the city, the look of the pages and a random label of the visit. They last a year.\nThe memory of the browser holds the same choices, and besides: guestFavorites, what you saved without an account; recentlyViewed, up to four deals that you looked at last; keptChanges, changes of the cart that are on their way; unsentFavorites, the deals that you saved or took away without a connection, until they are sent; confirmation, the order you confirmed last; payment, the payment by card that you are making; hiddenOrder, which order you do not want to see on the home page; resetFrom, where you go back to after setting a new password; verifyToken, the link with which you confirm your email while you sign in, until you close the tab; typedEmail, the email that you typed when signing in, until you close the tab; languageChosenAt, where you chose the language, until the page is loaded again; historyEntries, how far you had scrolled, until you close the tab; unsavedSettings, what you changed in the settings and did not save, until you save it or close the tab; sessionEnded, that you were signed out against your will, until you are back or close the tab; redeemer, as whom you accept vouchers; redeemCode, the voucher that you opened by its link, until you close the tab; redeemQueue, vouchers that you accepted without a connection, until they are checked and you have read the result, also after you sign out; helpDraft, dealerRequestDraft and dealDrafts, the message to us, the request to post deals or the deals that you were writing then, as long. The deals you looked at, the changes and the orders go when you sign out.',
  'privacy.heading.offline': 'Pages that open without a connection',
  'privacy.text.offline':
    'So that the site opens quickly, and without a connection, the browser keeps copies on your device. They are not sent to us, and you can delete them in the settings of the browser at any time.\nFiles of the site, fonts and pictures: 30 days after they were last used.\nPages that are the same for everybody, such as home and the deals and salons that you opened: up to 60 pages, for 7 days at most. They say nothing about you, but show what you looked at.\nThe cart, saved deals and orders with their QR codes: until you sign out, somebody else signs in or you close the account; then they are deleted.\nBesides, the language of the pages, the last home page and the number of the account to which the copies belong are remembered; that number is deleted when you sign out.',
  'privacy.heading.notifications': 'Notifications and the salons you follow',
  'privacy.text.notifications':
    'Notifications: what happened, with the deal, salon or order it is about, when you read it and whether it was sent by email or to a device. We keep them for 90 days.\nSalons that you follow: until you no longer follow them.\nNotifications go to a device only if you switch them on. For that we keep the address that your browser gets from the push service of its maker (for example Google, Mozilla, Apple or Microsoft), the keys with which a notification is encrypted, and the session it belongs to. That service passes the notification on: it learns when one comes, but cannot read it. We delete the address and the keys when you switch notifications off, when you sign out, when the service says that the address is no longer valid, or when the browser was not seen for 60 days.\nAll of this is deleted when the account is closed.',
  'privacy.heading.time': 'For how long',
  'privacy.text.time':
    'Account, cart and saved deals: until you take them away or the account is closed.\nOrders: they stay in the books, for about 3 years after the account was closed. Then all are deleted, with what is left of the account, but for payments by card and payments for memberships, which accounting needs: payments by card lose their link to the account, and of memberships only its number stays. Deals of a business that others ordered stay with their orders.\nThe log of acts: 2 years. Messages to us: 3 years. Reports of deals: 1 year. The counting of requests: a day at most; the mark of a network from which you signed in: 90 days. Browsers that signed in: 180 days after the last time. Views: 2 days.\nBackups hold what they held when they were taken; how long they are kept is decided by whoever runs the site.\nWhen an account is closed at your request, everything that names you (email, name, password) is overwritten; the orders stay without a name.',
  'privacy.heading.others': 'Who sees it',
  'privacy.text.others':
    'We neither sell nor give your data to anybody else, but for who hosts the server for us, or when the law demands it. A salon sees what you ordered of it and the code of the order, but neither your name nor your email. Emails about your orders and your account are carried by the mail service that whoever runs the site has chosen.\nPictures of deals may come from another server where the salon gave such an address; that server sees your IP address, as every site does that you open.',
  'privacy.heading.identities': 'Signing in with Google or Apple',
  'privacy.text.identities':
    'Where signing in with Google is offered, the page to sign in loads a script of Google: it sees your IP address and that you opened that page, and may set cookies of its own. No other page loads it. Apple is contacted only when you press the button for it.\nWhen you choose to sign in like this, Google or Apple tells us the number of your account there, your email and whether that is verified. We keep the number and the email until the account is closed, to know you the next time. We do not see your password there, and do not tell them what you buy. A mark of each such sign-in is kept for some hours, so that it is not used twice.',
  'privacy.heading.cards': 'Paying by card',
  'privacy.text.cards':
    'The number of your card goes to Stripe alone, which makes the payment; we neither see nor keep it. We keep the amount, the rate, the id that Stripe gave the payment, and what became of it: what was given back, and what your bank asked back. They stay in the books like the order. For a membership Stripe also gets your email address, to which it may send receipts, and keeps the card for the monthly payments. Attempts that were not paid, and what Stripe tells us about a payment, we keep for 90 days.\nThe payment page loads a script of Stripe, which sees your IP address and may set cookies of its own against fraud.',
  'privacy.heading.rights': 'Your rights',
  'privacy.text.rights':
    'You may ask to see your data, to correct them, to take them with you, to have them deleted, or object to their use, and to have your account closed. In the settings you download everything that we hold about you and close your account yourself; for all else write to whoever runs the site.\nYou may also complain to the Information and Data Protection Commissioner of Albania.',
  'privacy.heading.age': 'Age',
  'privacy.text.age': 'An account is for those who are at least 16.',
};
