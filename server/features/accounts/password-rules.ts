/** Passwords that are too easy to guess. */
import { readFileSync } from 'node:fs';
import { cities } from '#core/domain/cities.ts';
import { isMonotonous, isOfEmail, isOfWords, nameIn } from '#core/domain/passwords.ts';

/** Words of this trade and place, without diacritics. */
const words: readonly string[] = [
  ...cities,
  ...['bukuri', 'bukuria', 'bukurie', 'bukurine', 'sallon', 'salloni', 'salon', 'saloni', 'parukeri', 'parukeria'],
  ...['estetike', 'estetika', 'berber', 'berberi', 'manikyr', 'pedikyr', 'masazh', 'makijazh', 'beauty', 'oferte'],
  ...['oferta', 'ofertat', 'dhurate', 'shqiperi', 'shqiperia', 'albania', 'tirane', 'vlora', 'kruja', 'admin'],
  ...['password', 'fjalekalim', 'fjalekalimi', 'welcome', 'miresevini'],
];

let leaked: ReadonlySet<string> | undefined;

/** The most frequent leaked passwords of eight characters and more; loaded on first use. */
function leakedPasswords(): ReadonlySet<string> {
  leaked ??= new Set(readFileSync(new URL('./leaked-passwords.txt', import.meta.url), 'utf8').split('\n'));
  return leaked;
}

/** Common or leaked, the email address, monotonous, or made of known words. */
export function isEasilyGuessed(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (commonPasswords.has(plain) || leakedPasswords().has(plain)) return true;
  return isMonotonous(plain) || isOfEmail(plain, email) || isOfKnownWords(plain, email);
}

/** A common password between known words is not a secret either. */
function isOfKnownWords(password: string, email: string): boolean {
  const known = [nameIn(email), ...words];
  return isOfWords(password, known, (signs) => commonPasswords.has(signs));
}

/** The most common passwords worldwide and in Albania, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password password1 password12 password123 password1234 password! password1! password@123 passw0rd passw0rd1 p@ssw0rd p@ssw0rd1
p@ssword p@ssword1 p@ssword123 pass1234 pass12345 passpass passwort password01 password2 password3 password7 password11
12345678 123456789 1234567890 12345678910 123456789a 123456789q 12345678a 1234567a 1234567q 123456aa 123456ab 123456abc 123123123
11223344 1122334455 12341234 123454321 1234554321 12344321 123321123 123qweasd 123qweasdzxc 147258369 147852369 159357456 159753456
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx qazwsxedc qazwsx123 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty1! qwertyui qwertyuiop qwertyuiop123 qwertz123 qwertzui qwertzuiop
asdfasdf asdfghjk asdfghjkl asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, 87654321 987654321 9876543210 0987654321 01234567 0123456789
abcd1234 abcd12345 abc12345 abc123456 abc123abc abcabcabc a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aaa12345 ab123456
aa12345678 q1234567 q12345678 z1234567 m1234567 1a2b3c4d iloveyou iloveyou1 iloveyou2 iloveyou! iloveu123 loveyou1 lovelove loveme123
sunshine sunshine1 princess princess1 princess123 football football1 baseball baseball1 basketball superman superman1 batman123
michael1 jennifer jessica1 charlie1 jordan23 michelle nicole123 ashley123 daniel123 andrew123 thomas123 robert123 anthony1
welcome1 welcome12 welcome123 welcome123! welcome1! welcome@123 letmein1 letmein123 letmein! changeme changeme1 changeme123 default1
admin123 admin1234 admin12345 admin123456 administrator admin@123 admin123! adminadmin root1234 rootroot test1234 test12345 test123456
testtest testing1 testing123 tester123 guest123 guest1234 user1234 user12345 username demo1234 demo12345 temp1234 temporary master123
monkey12 monkey123 dragon12 dragon123 shadow12 shadow123 killer123 trustno1 whatever whatever1 starwars starwars1 pokemon1 pokemon123
computer computer1 internet internet1 samsung1 samsung123 google123 facebook facebook1 facebook123 instagram iphone123 android1
liverpool liverpool1 chelsea1 chelsea123 arsenal1 arsenal123 barcelona barcelona1 realmadrid juventus juventus1 manchester ronaldo7
ronaldo07 ronaldo123 messi123 messi10messi london123 summer123 summer2023 summer2024 summer2025 summer2026 winter123 winter2024
winter2025 winter2026 spring2025 spring2026 autumn2025 january1 december secret123 secret12 freedom1 hello123 hello1234 hellohello
blink182 mustang1 corvette mercedes mercedes1 mercedes123 porsche1 ferrari1 yamaha123 cookie123 chocolate chocolate1 butterfly butterfly1
flower123 rainbow1 angel123 angels123 blessed1 jesus123 jesuschrist maria123 alexander elizabeth victoria victoria1 computer123
fjalekalim fjalekalimi fjalekalimi1 fjalekalim1 fjalekalim123 fjalekalimi123 fjalëkalimi fjalëkalim fjalekalimiim kodiimi1 sekret123
shqiperi shqiperia shqiperia1 shqiperia123 shqipëri shqipëria shqiptar shqiptar1 shqiptar123 shqiptare shqipe123 shqiponja shqiponja1
shqiponje kosova123 kosova1234 kosovaime kosovare kosove123 prishtina prishtina1 prishtine tirana123 tirana12 tirana2024 tirana2025
tirana2026 tirana1920 tirane123 tiranë123 tirona123 tironaime durres123 durresi1 vlora123 vlora1912 vlore123 shkodra1 shkodra123
shkoder123 elbasan1 elbasan123 elbasani korca123 korce123 sarande1 sarande123 pogradec pogradec1 gjirokaster gjirokastra fieri123
berati123 lezhe123 kukes123 albania1 albania12 albania123 albania1912 albania2024 albania2025 albania2026 albanian albanian1
dashuria dashuria1 dashuri1 dashuri123 dashurine tedua123 tedua1234 teduashume teduashume1 zemra123 zemraime zemraime1 shpirti1
shpirti123 shpirtim shpirtiim familja1 familja123 familjaime mamibabi mamidhebabi nenaime1 mirdita1 mirdita123 miredita miredita1
pershendetje pershendetje1 faleminderit faleminderit1 skenderbe skenderbeu skenderbeu1 skenderbeg gjergjkastrioti kastrioti flamuri1
kuqezi123 kuqezinj kuqezinjte arjeta123 besnik123 ardit123 arber123 dritan123 endrit123 ermal123 florian123 bukuria1 bukuria123
bukuri123 bukuri1234 bukurie1 bukurshqip
`
    .split(/\s+/)
    .filter(Boolean),
);
