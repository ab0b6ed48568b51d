import type { Chance } from './chance.ts'

type Tongue = { titles: readonly string[]; demands: readonly string[]; sentences: readonly string[] }

// Campaign texts in several languages: characters of several byte lengths, with and without spaces between words.
const tongues: readonly Tongue[] = [
  {
    titles: ['Hold out until {0} {1}', 'Nothing from {0} before they {1}', 'Leave {0} on the shelf until they {1}', '{0}: {1}, or we stay away'],
    demands: [
      'pay a living wage',
      'end the night shifts without notice',
      'talk to the union',
      'close the old plant by the river',
      'tell us who their suppliers are',
    ],
    sentences: [
      'Workers have asked for the same three things for four years and were reported to wait each time.',
      'The company earned more last year than in the ten years before it together.',
      'An inspection found doors locked from outside, and nothing was repaired afterwards.',
      'Whoever buys elsewhere for a month costs them more than any letter could.',
      'We stop the day the agreement is signed and can be read by everybody.',
    ],
  },
  {
    titles: ['Kein Cent für {0}, bis sie {1}', '{0} bleibt im Regal, bis sie {1}', 'Wir warten auf {0}: {1}'],
    demands: ['Löhne zahlen, von denen man leben kann', 'die Überstunden bezahlen', 'mit dem Betriebsrat sprechen', 'die Lieferkette offenlegen'],
    sentences: [
      'Seit Jahren werden Gespräche angekündigt und kurz vorher wieder abgesagt.',
      'Die Schließung des Werkes wurde den Beschäftigten durch eine Pressemitteilung bekannt.',
      'Größere Aufträge gehen weiterhin an Fabriken ohne jede Prüfung.',
    ],
  },
  {
    titles: ['Rien chez {0} tant qu’ils ne veulent pas {1}', '{0} : {1}, sinon nous attendrons', 'Un mois sans {0} pour {1}'],
    demands: ['payer dignement leurs équipes', 'arrêter les emballages inutiles', 'publier la liste des usines', 'rouvrir les négociations'],
    sentences: [
      'Les salariés demandent depuis l’été une réponse écrite, et elle n’est jamais arrivée.',
      'Le groupe a fermé trois ateliers où un syndicat venait d’être élu.',
      'Nous achèterons de nouveau chez eux dès que l’accord sera signé.',
    ],
  },
  {
    titles: ['Ni un euro a {0} hasta que decidan {1}', 'Sin {0} este año: {1}', '{0} debe {1}, y hasta entonces esperamos'],
    demands: ['pagar las horas extra', 'dejar de contaminar el río', 'respetar el convenio', 'escuchar a quienes cosechan'],
    sentences: [
      'Quienes cosechan cobran menos de lo que cuesta el alquiler de una habitación.',
      'La empresa prometió un plan de agua en la primavera y no lo ha presentado.',
      'Ningún cambio llegó por cartas; llegó cuando bajaron las ventas.',
    ],
  },
  {
    titles: ['{0} almıyoruz: {1}', '{1} diyene kadar {0} yok', 'Raflarda kalsın: {0}, {1}'],
    demands: ['insanca ücret ödeyin', 'sendikayı tanıyın', 'nehri kirletmeyi bırakın', 'işçileri geri alın'],
    sentences: ['İşçiler dört aydır kapının önünde bekliyor ve kimse onlarla görüşmedi.', 'Şirketin kârı geçen yıl iki katına çıktı, ücretler ise aynı kaldı.'],
  },
  {
    titles: ['Ждём, пока {0} не решит {1}', 'Ни рубля для {0}: {1}'],
    demands: ['платить людям вовремя', 'очистить берег реки', 'сесть за стол переговоров'],
    sentences: ['Рабочие полгода просят о встрече, и каждый раз её переносят.', 'После проверки завод закрыли на неделю и открыли без изменений.'],
  },
  {
    titles: ['{0}が{1}まで買いません', '{1}まで{0}を棚に残そう'],
    demands: ['生活できる賃金を払う', '工場の名前を公表する', '組合と話し合う'],
    sentences: ['従業員は四年前から同じ三つのことを求めてきましたが、返事はまだありません。', '会社の利益は昨年過去最高になりました。'],
  },
  {
    titles: ['لن نشتري من {0} حتى {1}', 'نقاطع {0} إلى أن {1}'],
    demands: ['تدفع أجوراً عادلة', 'تنشر أسماء مصانعها', 'تتفاوض مع العمال'],
    sentences: ['طلب العمال منذ سنوات لقاءً مع الإدارة ولم يحصلوا على جواب.', 'ارتفعت أرباح الشركة في العام الماضي وبقيت الأجور كما هي.'],
  },
]

const syllables = ['nor', 'va', 'tel', 'mar', 'ik', 'sun', 'ge', 'lo', 'bra', 'fen', 'qui', 'ros', 'da', 'zen', 'ul', 'ca', 'pho', 'wei', 'ém', 'ö', 'ša', 'ñu']
const trades = ['Foods', 'Textil', 'Logistics', 'Energie', 'Market', 'Mobile', 'Airways', 'Bank', 'Agro', 'Studios', 'Pharma', 'Warehouses', 'Hôtels', 'Markt']

/** A plausible company name; the number makes it unique. */
export function companyName(chance: Chance, number: number): string {
  const parts = Array.from({ length: 2 + chance.below(2) }, () => chance.pick(syllables)).join('')
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)} ${chance.pick(trades)} ${number.toString(36)}`
}

/** Half of the texts are English, the others are in the remaining languages. */
const tongueOf = (chance: Chance) => (chance.next() < 0.5 ? chance.pick(tongues.slice(0, 1)) : chance.pick(tongues.slice(1)))

/** Title, summary, reason, body and actions of a campaign, all in one language. */
export function campaignText(chance: Chance, company: string) {
  const tongue = tongueOf(chance)
  const paragraph = (length: number) => Array.from({ length }, () => chance.pick(tongue.sentences)).join(' ')
  const demand = chance.pick(tongue.demands)
  const paragraphs = Array.from({ length: 4 + chance.below(4) }, () => paragraph(3))
  return {
    title: chance.pick(tongue.titles).replace('{0}', company).replace('{1}', demand).slice(0, 120).padEnd(10, '.'),
    summary: paragraph(2).slice(0, 120).trim(),
    why: paragraph(4),
    body: paragraphs.join('\n\n'),
    bodyHtml: paragraphs.map((text) => `<p>${text}</p>`).join(''),
    actions: [demand, chance.pick(tongue.demands), chance.pick(tongue.sentences).slice(0, 280)],
  }
}

export function commentText(chance: Chance): string {
  const tongue = tongueOf(chance)
  return Array.from({ length: 1 + chance.below(3) }, () => chance.pick(tongue.sentences)).join(' ')
}
