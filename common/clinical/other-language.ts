/** Whether a text is in neither of the two languages whose words the rules know. */
import { remembered } from '../text/remembered.js';

/** What readers are told of such a text in place of its words. */
export const OTHER_LANGUAGE = 'neither English nor Spanish';

/** One Greek letter is a symbol; two signs of Chinese are a word. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}|(?:(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}]){3}/u;

/** Everyday words, without accents, that English, Spanish, names and the Latin of medicine do not have. */
const EVERYDAY_WORDS: readonly ReadonlySet<string>[] = [
  // German
  'ich und nicht danke bitte nehme habe bekommen gehabt hatten worden seitdem monaten monate wochen rezept arztin klinik seit hatte wurde eine einen einem einer mein meine meinen meinem meiner mich auch noch immer vor nach beim vom zum zur kein keine keinen aber oder wegen sehr jetzt letzte letzten letztes woche jahr jahre jahren arzt krankenhaus schmerzen blut herz wir sind haben kann gestern heute weil wenn dass gerade diese dieser schon wieder gegen fuer muede tabletten',
  // French
  "je suis nous vous bonjour merci voudrais peux veux jambe poitrine opere pris prostatique avec dans depuis une semaine derniere dernier etait etais chez beaucoup aussi douleur douleurs coeur hopital medecin annee annees mois prends prendre traitement quand parce toujours jamais cette leur sont avez avait avais apres j'ai jai j'avais c'est cest qu'il n'est n'ai l'hopital d'une m'a mais",
  // Italian
  'grazie vorrei buongiorno hanno messo fatto gamba petto operato mesi settimane giorni prendo della dello delle degli nella alla dalla sulla anche avuto settimana scorsa miei perche quando dopo ancora molto ospedale dolore cuore sangue questo questa gli ieri oggi stanco sempre',
  // Portuguese
  'obrigado obrigada doutor disse quero preciso perna peito comecei tomei nao estou tenho tive uma minha meu meus minhas muito muita passada tambem dor coracao depois sou foi ele voce sangue cirurgia fiz fazer sempre quando ontem hoje mais',
  // Vietnamese
  'toi khong benh tuan truoc nguc cua duoc nhung nguoi thuoc uong viem tuyen',
  // Tagalog
  'kumusta masakit salamat pwede dibdib binti ako akong mga hindi naman nang kasi noong nagkaroon ospital sakit linggo taon wala meron siya dugo gamot dahil ngayon kahapon nakaraang',
  // Haitian Creole
  'bonjou mesi tanpri pye lestomak mwen anpil doule lopital semenn denye maladi pwostat dokte depi avek kounye jodi yon medikaman kriz pwoblem tansyon operasyon',
  // Polish
  'prosze dziekuje dobry noga nogi klatce piersiowej lekarza biore nie mialem sie przez przed oraz bardzo szpital szpitalu lekarz tydzien tygodniu serca krew krwi bylem jestem tylko juz ostatni zeszlym raka prostaty operacja operacji mnie moja moje',
].map((words) => new Set(words.split(' ')));

/** One of these is enough: an illness that speaks against treatment, in one word. */
const ILLNESS =
  /\w{3}krebs\b|\bherzinfarkt|\bschlaganfall|embolie\b|\bblutgerinnsel|\bcaillots?\b|\bcancro\b|\btumore\b|\bzawal\b|\bzakrzep|\budar mozgu|\bung thu\b|\bdot quy\b|\bnhoi mau\b|\bhuyet khoi\b|\bkanse\b|\bkanser\b|\batake sa puso\b/;

/** Beside those of English and Spanish; a grave accent is often a slip in Spanish, and a ü is Spanish after a g. */
const FOREIGN_LETTER = /(?![a-zñáéíóúüàèìòù])[\p{Script=Latin}]|(?<!g)ü/u;

const WORDS = /\p{Script=Latin}+(?:['’]\p{Script=Latin}+)?/gu;
/** Lower case without accents and bars. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
    .replace(/ł/g, 'l')
    .replace(/đ/g, 'd');

/** One word may be a name or a saying. A name has such letters too: only words in lower case count. */
const FEW = 2;

function readsForeign(text: string): boolean {
  const whole = text.normalize('NFKC');
  if (OTHER_SCRIPT.test(whole) || ILLNESS.test(bare(whole))) return true;
  const words = [...new Set(whole.match(WORDS))];
  const heard = new Set(words.map(bare));
  const known = EVERYDAY_WORDS.map((language) => [...heard].filter((word) => language.has(word)).length);
  const most = Math.max(...known);
  const marked = words.filter(
    (word) =>
      word === word.toLowerCase() &&
      FOREIGN_LETTER.test(word) &&
      !EVERYDAY_WORDS.some((language) => language.has(bare(word))),
  ).length;
  return most >= FEW || (most > 0 && marked > 0) || marked > FEW;
}

/** Whether a text, or a part of it, is written in another language than English and Spanish. */
export const isInOtherLanguage = remembered(readsForeign);
