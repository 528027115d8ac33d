export interface SeedName {
  given: string
  family: string
  full: string
  /** The name in plain lower-case ASCII, or '' when it is not written in Latin letters. */
  ascii: string
}

interface NamePool {
  weight: number
  given: readonly string[]
  family: readonly string[]
  familyFirst?: boolean
  joiner?: string
}

const words = (text: string) => text.split(' ').map((word) => word.replaceAll('_', ' '))

const pools: readonly NamePool[] = [
  {
    weight: 38,
    given: words(
      'Emily James Olivia Michael Ava Robert Grace Daniel Mia William Hannah Joseph Zoe Thomas Ruth Samuel Naomi Walter Anne-Marie Mary_Jo Billy_Ray J.R.',
    ),
    family: words(
      "Smith Johnson Brown Miller Davis Wilson Anderson Taylor Moore Jackson O'Brien O’Neill D'Angelo McDonald Smith-Jones Van_Buren St._Clair Nguyen-Carter Lee Ng",
    ),
  },
  {
    weight: 12,
    given: words('José María_José Juan_Carlos Lucía Ángel Sofía Íñigo Camila Andrés Ximena Raúl Begoña'),
    family: words('García_Márquez Núñez_Peña Rodríguez de_la_Cruz Hernández Muñoz Ibáñez_y_Soto Gutiérrez Peña-Nieto López'),
  },
  {
    weight: 4,
    given: words('Zoë François Hélène Loïc Anaïs Jean-Luc Chloé Aurélie'),
    family: words("Lefèvre D'Arcy Gaëtan-Roux L'Hôpital Béranger de_Saint-Exupéry Garçon Noël"),
  },
  {
    weight: 4,
    given: words('Jürgen Änne Günther Kläre Björn Sören Åsa Øyvind'),
    family: words('Müller Groß von_der_Heide Löwenstein Ångström Sørensen Weiß Bäcker-Söhne'),
  },
  {
    weight: 3,
    given: words('Łukasz Małgorzata Zdeněk Božena Ștefan Ágnes Škender Đorđe'),
    family: words('Wałęsa Dvořáková Kovács Ionescu-Țară Žižka Szczęsny Krleža Őrsi'),
  },
  { weight: 2, given: words('Ayşe Çağla İbrahim Gökçe Işıl Ömer'), family: words('Yıldırım Şahin Öztürk Çelik Ağaoğlu Kılıç') },
  {
    weight: 4,
    given: words('Nguyễn_Thị Văn_Đức Thùy_Linh Quốc_Bảo Ánh Hồng_Nhung'),
    family: words('Trần Phạm Lê Đặng Hoàng Võ'),
    familyFirst: true,
  },
  {
    weight: 4,
    given: words('Анна Дмитрий Ольга Сергей Їржі Ганна Йосип Світлана'),
    family: words("Иванова Кузнецов Шевченко Соловьёв Ґалаґан Щербак Ющук Мар'яненко"),
  },
  { weight: 4, given: words('محمد فاطمة يوسف ليلى عبد_الرحمن نور'), family: words('الأحمد بن_سعيد الخطيب حدّاد المصري آل_ثاني') },
  { weight: 2, given: words('יעל משה נועה אברהם שירה דוד'), family: words("כהן לוי בן-דוד מזרחי פרץ ג'קסון") },
  { weight: 4, given: words('伟 秀英 小明 丽华 建国 欣怡'), family: words('王 李 欧阳 陈 张 司马'), familyFirst: true, joiner: '' },
  { weight: 3, given: words('さくら 健太 花子 一郎 ゆい 大輔'), family: words('佐藤 髙橋 渡邊 齋藤 山﨑 小林'), familyFirst: true },
  { weight: 3, given: words('민준 서연 지훈 하은 도윤 수빈'), family: words('김 이 박 최 남궁 선우'), familyFirst: true, joiner: '' },
  { weight: 3, given: words('आरव प्रिया राजेश कविता श्रीनिवास ज्योति'), family: words('शर्मा वर्मा त्रिपाठी सिंह क्षत्रिय गुप्ता') },
  {
    weight: 2,
    given: words('Γιώργος Ελένη Κώστας Μαρία Δημήτρης Ζωή'),
    family: words('Παπαδόπουλος Νικολάου Ιωάννου Οικονόμου Χριστοδούλου Βασιλείου'),
  },
  { weight: 2, given: words('สมชาย สุดา ณัฐพงษ์ กัญญา วิชัย พรทิพย์'), family: words('แสงทอง ศรีสุข ใจดี วงศ์สวัสดิ์ บุญมี รัตนกุล') },
  { weight: 6, given: words('Madonna Suharto Björk Prince Teller Cher Ürümqi Indira 花 Юлия'), family: [''] },
]

const poolBySlot: readonly NamePool[] = pools.flatMap((pool) => Array.from({ length: pool.weight }, () => pool))

const foldable: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd', ı: 'i' }

function toAscii(text: string): string {
  const folded = text
    .toLowerCase()
    .replace(/[ßøæłđı]/g, (letter) => foldable[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
  return /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(folded) ? folded.replace(/[^a-z]+/g, '.').replace(/^\.|\.$/g, '') : ''
}

const asciiCache = new Map<string, string>()
function cachedAscii(text: string): string {
  const known = asciiCache.get(text)
  if (known !== undefined) return known
  const ascii = toAscii(text)
  asciiCache.set(text, ascii)
  return ascii
}

const pick = <T>(list: readonly T[], bits: number): T => list[bits % list.length] as T

/** A person's name, drawn with 32 random bits for the language and 32 for the names; the lists hold many scripts. */
export function seedName(languageBits: number, nameBits: number): SeedName {
  const pool = pick(poolBySlot, languageBits)
  const given = pick(pool.given, nameBits & 0xffff)
  const family = pick(pool.family, nameBits >>> 16)
  const parts = pool.familyFirst ? [family, given] : [given, family]
  const full = parts.filter((part) => part !== '').join(pool.joiner ?? ' ')
  const asciiParts = [cachedAscii(given), cachedAscii(family)].filter((part) => part !== '')
  return { given, family, full, ascii: asciiParts.join('.') }
}
