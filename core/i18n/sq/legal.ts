/** The legal texts. A section has a heading and a text; a line break begins a paragraph. */
export const words = {
  'legal.updated': 'Përditësuar së fundi më 14 janar 2025',
  'legal.runBy': 'Faqja Bukuri drejtohet nga {operator}. Me “ne” në këtë tekst nënkuptohet ai që e drejton faqen.',
  'legal.operator': 'operatori i kësaj faqeje',
  'accessibility.description':
    "Sa e përdorshme është Bukuri për të gjithë, çfarë ende nuk plotësohet dhe kujt t'i shkruani.",
  'accessibility.updated': 'Përditësuar së fundi më 22 nëntor 2026',
  'accessibility.heading.goal': 'Çfarë duam',
  'accessibility.text.goal':
    'Secili duhet të mund ta përdorë faqen: me tastierë, me lexues ekrani, me tekst të zmadhuar, me ngjyra të tjera ose me një dorë të vetme. Si kriter kemi udhëzimet WCAG 2.2, niveli AA.',
  'accessibility.heading.met': 'Çfarë plotësohet',
  'accessibility.text.met':
    'E gjithë blerja mund të kryhet edhe vetëm me tastierë, dhe vendi ku ndodheni në faqe shihet gjithmonë.\nÇmimet i dëgjoni si një numër të vetëm, me fjalën “lekë”.\nPorosia që konfirmoni ose paguani me tastierë ose me lexues ekrani mbetet në ekran sa të doni.\nTeksti mund të zmadhohet dyfish dhe faqja mund të ngushtohet deri në 320 piksela pa humbur asgjë.\nTeksti dallohet mirë nga sfondi, në pamjen e çelët dhe të errët, dhe asgjë nuk dallohet vetëm nga ngjyra.\nAnimacionet ndalen kur në pajisje keni zgjedhur më pak lëvizje.',
  'accessibility.heading.unmet': 'Çfarë ende nuk plotësohet',
  'accessibility.text.unmet':
    "Faqen nuk e kanë provuar ende njerëz që përdorin lexues ekrani çdo ditë.\nKur diçka refuzohet, mesazhi nuk e thotë gjithmonë si mund ta rregulloni.\nFotot dhe tekstet e ofertave i vendosin sallonet; një ofertë pa përkthim lexohet në shqip edhe te faqja në anglisht; titullin e faqes së saj lexuesi e thotë me zërin e anglishtes.\nTe faqja në anglisht çmimin e dëgjoni me fjalën “lek” pas numrit, jo ashtu siç shkruhet: kush e komandon faqen me zë, thotë vetëm fjalët e butonit.\nKur e konfirmoni ose e paguani porosinë me gisht ose me maus, pas 1,5 sekondash shkoni te kryefaqja, nëse nuk e prekni; porosinë e gjeni te profili.\nNë telefon shkronjat e skedave dhe të kreut të faqes zmadhohen më pak se të tjerat.\nPajisjes suaj mund t'i mungojë zëri shqip; atëherë lexuesi flet me zërin e një gjuhe tjetër.",
  'accessibility.heading.tried': 'Si e provojmë',
  'accessibility.text.tried':
    'Çdo ndryshim kalon nëpër prova automatike në çdo faqe: me rregullat e axe, me strukturën që u jepet lexuesve të ekranit, me tastierë, me tekst të zmadhuar dyfish dhe në dhjetë gjerësi ekrani.',
  'accessibility.heading.contact': 'Na shkruani',
  'accessibility.text.contact':
    'Nëse diçka ju pengon, tregojini atij që e drejton faqen, në adresën në krye ose në fund të faqes: çfarë donit të bënit, ku dhe me çfarë pajisjeje.',
  'accessibility.text.noContact':
    'Këtu ende nuk është dhënë një adresë ku të na shkruani. Kur të jepet, do të shfaqet në krye të kësaj faqeje dhe në fund të çdo faqeje.\nDeri atëherë, nëse diçka ju pengon, për një ofertë pyesni vetë sallonin: telefoni i tij, kur e ka dhënë, është te oferta.',
  'terms.description': 'Si porositet te Bukuri, çfarë paguani dhe ku, dhe çfarë vlen midis jush, nesh dhe salloneve.',
  'terms.heading.role': 'Çfarë bën Bukuri',
  'terms.text.role':
    'Bukuri tregon oferta të salloneve dhe ruan porositë tuaja. Shërbimin e kryen salloni që përmendet në ofertë; marrëveshja për shërbimin lidhet midis jush dhe atij salloni.',
  'terms.heading.account': 'Llogaria',
  'terms.text.account':
    "Ofertat mund t'i shikoni dhe t'i ruani pa llogari. Për të porositur ju duhet një llogari dhe duhet të keni mbushur 16 vjeç.\nShkruani një adresë emaili që është juaja dhe mos ia tregoni askujt fjalëkalimin. Porositë që bëhen me llogarinë tuaj llogariten si tuajat.\nÇfarë mbetet nga një llogari pas mbylljes ruhet rreth 3 vjet.",
  'terms.heading.prices': 'Çmimet dhe ofertat',
  'terms.text.prices':
    'Të gjitha çmimet janë në lekë të reja dhe përfshijnë TVSH‑në. Çmimin para zbritjes e deklaron salloni; zbritja llogaritet nga të dy çmimet.\nOferta vlen deri në kohën që tregohet te ajo. Salloni mund ta ndryshojë ose ta tërheqë më herët, por porosia juaj e ruan çmimin që keni konfirmuar.',
  'terms.heading.orders': 'Porosia dhe pagesa',
  'terms.text.orders':
    'Porosia bëhet kur konfirmoni shportën. Këtu nuk paguani asgjë: paguani në sallon, me para në dorë, kur të shkoni për shërbimin. Çdo porosi ka një kod blerjeje, që e tregoni në sallon.\nOferta vlen për 30 ditë nga porosia; orën e caktoni vetë me sallonin. Mund të keni deri në pesë porosi të papaguara, dhe një porosi nuk mund ta kalojë shumën 500\u00a0000\u00a0lekë, kufirin ligjor për pagesat me para në dorë.',
  'terms.withCards.orders':
    'Porosia bëhet kur e paguani shportën me kartë, ose kur konfirmoni se paguani në sallon me para në dorë, kur të shkoni për shërbimin. Me kartë paguhet menjëherë, në dollarë amerikanë me kursin që shfaqet para pagesës; banka juaj mund të shtojë komisionin e saj. Çdo porosi ka një kod, që e tregoni në sallon.\nOferta vlen për 30 ditë nga porosia; orën e caktoni vetë me sallonin. Mund të keni deri në pesë porosi të papaguara, dhe një porosi me para në dorë nuk mund ta kalojë shumën 500\u00a0000\u00a0lekë, kufirin ligjor për pagesat me para në dorë.',
  'terms.heading.cancel': 'Kur nuk shkoni, ose kur salloni nuk mundet',
  'terms.text.cancel':
    'Një porosi që nuk e përdorni nuk ju kushton asgjë. Nëse nuk mund të shkoni, anulojeni te profili juaj dhe, nëse keni lënë orar, njoftoni sallonin. Pas 30 ditësh porosia mbyllet vetë. Nëse salloni nuk e kryen dot shërbimin, nuk i detyroheni asgjë.\nPër atë që keni paguar në sallon merreni vesh drejtpërdrejt me sallonin. Të drejtat që ju jep ligji si konsumator mbeten të paprekura.',
  'terms.withCards.cancel':
    "Një porosi me para në dorë që nuk e përdorni nuk ju kushton asgjë. Nëse nuk mund të shkoni, anulojeni te profili juaj dhe, nëse keni lënë orar, njoftoni sallonin. Pas 30 ditësh porosia mbyllet vetë. Nëse salloni nuk e kryen dot shërbimin, nuk i detyroheni asgjë.\nNëse keni paguar me kartë dhe salloni nuk e kryen dot shërbimin, ose doni t'ju kthehen paratë, shkruajini kujt e drejton faqen. Paratë kthehen në kartën me të cilën keni paguar.\nPër atë që keni paguar në sallon merreni vesh drejtpërdrejt me sallonin. Të drejtat që ju jep ligji si konsumator mbeten të paprekura.",
  'terms.heading.use': 'Përdorimi i faqes',
  'terms.text.use':
    'Mos porosisni atë që nuk keni ndërmend ta përdorni, mos përdorni emrin e dikujt tjetër dhe mos e pengoni punën e faqes, për shembull me kërkesa të shumta automatike. Llogarinë e kujt vepron kështu mund ta mbyllim.',
  'terms.heading.salons': 'Për sallonet',
  'terms.text.salons':
    'Abonimet për sallonet kushtojnë: Fillestar 10\u00a0euro, Argjend 20\u00a0euro dhe Flori 42\u00a0euro në muaj; çmimi në lekë shfaqet para pagesës. Faturohen çdo muaj, në fillim të periudhës; anulimi hyn në fuqi në fund të saj.',
  'terms.heading.liability': 'Përgjegjësia',
  'terms.text.liability':
    'Kujdesemi që çfarë tregohet këtu të jetë e saktë dhe që faqja të punojë, por nuk premtojmë se do të jetë e hapur në çdo çast. Për shërbimin përgjigjet salloni. Këto kushte nuk kufizojnë asnjë përgjegjësi që ligji nuk lejon të kufizohet.',
  'terms.heading.changes': 'Ndryshimet dhe ligji',
  'terms.text.changes':
    'Kushtet mund të ndryshojnë; data në krye tregon ndryshimin e fundit. Për një porosi vlejnë kushtet e ditës kur u bë. Zbatohet ligji shqiptar.',
  'privacy.description': 'Çfarë të dhënash ruan Bukuri për ju, përse, për sa kohë, dhe çfarë të drejtash keni.',
  'privacy.heading.kept': 'Çfarë ruajmë dhe përse',
  'privacy.text.kept':
    "Llogaria: emaili juaj, emri që zgjidhni, fjalëkalimi vetëm në një formë nga e cila nuk mund të lexohet më, gjuha, koha kur i pranuat kushtet dhe kur e konfirmuat emailin. Linqet që ju dërgojmë me email i mbajmë një ditë, në një formë nga e cila nuk mund të lexohen. Pa to nuk mund të hyni në llogari. Nëse kërkoni kode nga një aplikacion kur hyni, mbajmë çelësin e tij, dhe kodet rezervë vetëm në një formë nga e cila nuk mund të lexohen.\nShporta, ofertat e ruajtura dhe porositë: çfarë keni zgjedhur, me ç'çmim dhe kur. Pa to nuk mund të porosisni.\nShikimet: një ofertë i numëron vizitorët e saj. Për këtë mbajmë dy ditë një shenjë të llogaritur, jo emrin tuaj.\nKërkimet: numërohen sipas ditës dhe qytetit, pa emër, llogari ose adresë. Pas 90 ditësh i harrojmë. Që secili të numërohet një herë, mbajmë rreth një ditë një shenjë të llogaritur.\nVendndodhja: e kërkojmë vetëm kur prekni “Pranë meje”. Dërgohet e rrumbullakosur dhe nuk ruhet.\nMesazhet për ne: çfarë shkruat, me llogarinë tuaj ose me emailin që latë, që t'ju përgjigjemi.\nRaportimet e ofertave: arsyeja dhe çfarë shkruat, me llogarinë tuaj ose me një shenjë të shfletuesit.\nKërkesat për të publikuar oferta: NIPT-i, telefoni dhe emaili i biznesit, çfarë u vendos dhe pse, sa kohë keni llogarinë. I shohin administratorët.\nSalloni i biznesit: emri, përshkrimi, fotot, adresa, orari, numrat e telefonit dhe Instagrami, që i shohin të gjithë. Numrat e telefonit dhe Instagrami fshihen kur mbyllet llogaria.\nSiguria: veprimet e rëndësishme të një llogarie shënohen në një regjistër. Hyrjet në llogari dhe kërkesat e refuzuara shënohen me adresën IP në ditarin e serverit; sa kohë ruhen ato, e vendos kush e drejton faqen. Që askush të mos provojë fjalëkalime pa fund, kërkesat numërohen sipas adresës, e cila kthehet më parë në një shenjë të llogaritur. Që të mësoni kur dikush hyn nga një pajisje tjetër, ruhen shfletuesit nga të cilët keni hyrë, me emrin që japin vetë, si “Chrome, Android”. Që ju të hyni edhe kur provon dikush tjetër, ruhet një shenjë e llogaritur e rrjetit nga i cili keni hyrë.",
  'privacy.heading.guests': 'Pa llogari',
  'privacy.text.guests':
    'Ofertat që ruani pa llogari lidhen me shfletuesin tuaj përmes cookies, dhe mbajnë një shenjë të llogaritur nga adresa, që pëlqimet e ofertave (“like”) të numërohen saktë. Pas 90 ditësh i harrojmë. Kur hyni në llogari, kalojnë te llogaria juaj.',
  'privacy.heading.cookies': 'Cookies dhe kujtesa e shfletuesit',
  'privacy.text.cookies':
    'Përdorim vetëm cookies të nevojshme për hyrjen në llogari, për ofertat e ruajtura dhe për zgjedhjet tuaja. Nuk ju gjurmojmë dhe nuk përdorim cookies të palëve të treta, përveç atyre që i duhen pagesës me kartë dhe hyrjes me Google aty ku ofrohen, ndaj nuk keni çfarë të pranoni.\nbukuri dhe signedIn: se keni hyrë në llogari. Zgjasin derisa ta mbyllni shfletuesin, jo më shumë se 12 orë, ose 30 ditë kur zgjidhni “Më mbaj mend”.\nhasSignedIn: se në këtë shfletues dikush ka hyrë më parë në llogari, që faqja të hapet te hyrja dhe jo te regjistrimi. Zgjat një vit, edhe pasi të dilni.\nbukuri-browser: njeh shfletuesin, për ofertat e ruajtura pa llogari dhe kundër provave për të gjetur fjalëkalime. Zgjat gjysmë viti.\nbukuri-nonce: lidh përgjigjen e Google ose të Apple me shfletuesin tuaj, kur hyni me to. Zgjat derisa ta mbyllni shfletuesin.\ntill dhe hasTill: që pajisja është arkë e një salloni, nëse e keni hapur në të. Zgjasin 180 ditë.\nlanguage, selectedCity, theme dhe sessionId: gjuha, qyteti, pamja dhe një shenjë e rastësishme për vizitën. Zgjasin një vit.\nKujtesa e shfletuesit mban të njëjtat zgjedhje dhe përveç tyre: guestFavorites, çfarë keni ruajtur pa llogari; recentlyViewed, deri në katër oferta që keni parë së fundi; keptChanges, ndryshime të shportës që janë ende rrugës; unsentFavorites, ofertat që ruajtët ose hoqët pa internet, derisa të dërgohen; confirmation, porosinë që keni konfirmuar së fundi; payment, pagesën me kartë që po bëni; hiddenOrder, cilën porosi nuk doni ta shihni në kryefaqe; resetFrom, ku do të ktheheni pasi të keni vendosur një fjalëkalim të ri; verifyToken, linkun me të cilin e konfirmoni emailin ndërsa hyni në llogari, derisa ta mbyllni skedën; typedEmail, emailin që shkruat te hyrja, derisa ta mbyllni skedën; languageChosenAt, ku e zgjodhët gjuhën, derisa faqja të ngarkohet përsëri; historyEntries, deri ku kishit zbritur në faqe, derisa ta mbyllni skedën; unsavedSettings, çfarë keni ndryshuar te cilësimet pa e ruajtur, derisa ta ruani ose ta mbyllni skedën; sessionEnded, që u nxorët nga llogaria pa e kërkuar ju, derisa të ktheheni ose ta mbyllni skedën; redeemer, si kush pranoni kuponë; redeemCode, kuponin që hapët me linkun e tij, derisa ta mbyllni skedën; redeemQueue, kuponët që pranuat pa internet, derisa të kontrollohen dhe ta keni lexuar rezultatin, edhe pasi të dilni nga llogaria; helpDraft, dealerRequestDraft dhe dealDrafts, mesazhin për ne, kërkesën për të publikuar oferta ose ofertat që po shkruanit atëherë, po aq gjatë. Ofertat që keni parë, ndryshimet dhe porositë fshihen kur dilni nga llogaria.',
  'privacy.heading.offline': 'Faqet që hapen pa internet',
  'privacy.text.offline':
    "Që faqja të hapet shpejt dhe pa internet, shfletuesi mban kopje në pajisjen tuaj. Kopjet nuk na dërgohen dhe mund t'i fshini kur të doni te cilësimet e shfletuesit.\nSkedarët e faqes, fontet dhe fotot: 30 ditë pas përdorimit të fundit.\nFaqet që janë njësoj për të gjithë, si kryefaqja, ofertat dhe sallonet që keni parë: deri në 60 faqe, e shumta 7 ditë. Në to nuk shkruhet asgjë për ju, por tregojnë çfarë keni parë.\nShporta, ofertat e ruajtura dhe porositë me kodin QR: derisa të dilni nga llogaria, të hyjë dikush tjetër ose ta mbyllni llogarinë; atëherë fshihen.\nPërveç tyre mbahen mend gjuha e faqeve, kryefaqja e fundit dhe numri i llogarisë që i përkasin kopjet, i cili fshihet kur dilni.",
  'privacy.heading.notifications': 'Njoftimet dhe sallonet që ndiqni',
  'privacy.text.notifications':
    'Njoftimet: çfarë ndodhi, me ofertën, sallonin ose porosinë që i përket, kur e lexuat dhe nëse u dërgua me email ose në pajisje. I mbajmë 90 ditë.\nSallonet që ndiqni: derisa të mos i ndiqni më.\nNjoftimet në pajisje i dërgojmë vetëm nëse i aktivizoni. Për këtë mbajmë adresën që shfletuesi juaj merr te shërbimi i njoftimeve i prodhuesit të tij (për shembull Google, Mozilla, Apple ose Microsoft), çelësat me të cilët njoftimi kodohet dhe se cilës hyrjeje i përket. Ai shërbim e përcjell njoftimin: mëson se kur vjen, por nuk mund ta lexojë. Adresën dhe çelësat i fshijmë kur i çaktivizoni njoftimet, kur dilni nga llogaria, kur shërbimi thotë se adresa nuk vlen më, ose kur shfletuesi nuk është parë për 60 ditë.\nTë gjitha këto fshihen kur mbyllet llogaria.',
  'privacy.heading.time': 'Për sa kohë',
  'privacy.text.time':
    "Llogaria, shporta dhe ofertat e ruajtura: derisa t'i hiqni vetë ose derisa të mbyllet llogaria.\nPorositë: mbeten në librat e shitjeve, rreth 3 vjet pas mbylljes së llogarisë. Atëherë fshihen të gjitha, bashkë me çfarë ka mbetur nga llogaria, përveç pagesave me kartë dhe pagesave të abonimeve, që kërkon kontabiliteti: nga pagesat me kartë hiqet lidhja me llogarinë, dhe për abonimet mbetet vetëm numri i saj. Ofertat e një biznesi që i kanë porositur të tjerë mbeten te porositë e tyre.\nRegjistri i veprimeve: 2 vjet. Mesazhet për ne: 3 vjet. Raportimet e ofertave: 1 vit. Numërimi i kërkesave: jo më shumë se një ditë; shenja e rrjetit nga i cili keni hyrë: 90 ditë. Shfletuesit nga të cilët keni hyrë: 180 ditë pas hyrjes së fundit. Shikimet: 2 ditë.\nKopjet rezervë mbajnë çfarë mbanin kur u morën; sa ruhen ato, e vendos kush e drejton faqen.\nKur llogaria mbyllet me kërkesën tuaj, çdo e dhënë që tregon kush jeni (emaili, emri, fjalëkalimi) mbishkruhet; porositë mbeten pa emër.",
  'privacy.heading.others': 'Kush i sheh',
  'privacy.text.others':
    'Të dhënat tuaja nuk ia shesim dhe nuk ia japim askujt tjetër, përveç atij që e mban serverin për ne ose kur e kërkon ligji. Salloni sheh çfarë keni porositur te ai dhe kodin e porosisë, por jo emrin apo emailin tuaj. Emailet për porositë dhe për llogarinë tuaj i përcjell shërbimi i emailit që ka zgjedhur kush e drejton faqen.\nFoto të ofertave mund të vijnë nga një server tjetër, kur salloni jep adresë të tillë; ai server sheh adresën tuaj IP, si çdo faqe që hapni.',
  'privacy.heading.identities': 'Hyrja me Google ose me Apple',
  'privacy.text.identities':
    "Aty ku ofrohet hyrja me Google, faqja e hyrjes ngarkon një skript të Google: ai sheh adresën tuaj IP dhe se e hapët atë faqe, dhe mund të vendosë cookies të vetat. Asnjë faqe tjetër nuk e ngarkon. Me Apple lidheni vetëm kur shtypni butonin për të.\nKur zgjidhni të hyni kështu, Google ose Apple na thotë numrin e llogarisë suaj tek ata, emailin dhe nëse emaili është i konfirmuar. Numrin dhe emailin i ruajmë derisa të mbyllet llogaria, që t'ju njohim herën tjetër. Fjalëkalimin tuaj tek ata nuk e shohim dhe nuk u themi çfarë blini. Shenja e çdo hyrjeje të tillë ruhet disa orë, që të mos përdoret dy herë.",
  'privacy.heading.cards': 'Pagesa me kartë',
  'privacy.text.cards':
    'Numri i kartës suaj i shkon vetëm Stripe, që e kryen pagesën; ne as e shohim, as e ruajmë. Ne ruajmë shumën, kursin, numrin që Stripe i ka dhënë pagesës dhe çfarë u bë me të: paratë e kthyera dhe ato që banka juaj i kërkoi mbrapsht. Këto mbeten në librat e shitjeve, si porosia. Për një abonim Stripe merr edhe emailin tuaj, ku mund të dërgojë dëshmitë e pagesës, dhe e ruan kartën për pagesat e çdo muaji. Përpjekjet që nuk u paguan dhe çfarë na njofton Stripe për një pagesë i ruajmë 90 ditë.\nFaqja e pagesës ngarkon një skript të Stripe, i cili sheh adresën tuaj IP dhe mund të vendosë cookies të vetat kundër mashtrimit.',
  'privacy.heading.rights': 'Të drejtat tuaja',
  'privacy.text.rights':
    "Mund të kërkoni t'i shihni të dhënat tuaja, t'i korrigjoni, t'i merrni me vete, t'i fshini, ose të kundërshtoni përdorimin e tyre, dhe mbylljen e llogarisë. Te cilësimet i shkarkoni vetë të gjitha të dhënat që mbajmë për ju dhe e mbyllni llogarinë; për të tjerat i shkruani atij që e drejton faqen.\nMund të ankoheni edhe te Komisioneri për të Drejtën e Informimit dhe Mbrojtjen e të Dhënave Personale.",
  'privacy.heading.age': 'Mosha',
  'privacy.text.age': 'Llogaria është për ata që kanë mbushur 16 vjeç.',
} as const;
