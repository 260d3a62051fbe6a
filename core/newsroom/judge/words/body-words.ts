/** Bodies that are called by what they are, each in six languages. */
const BODIES: [key: string, pattern: string][] = [
  [
    'company',
    'compan(?:y|ies)|firm|Unternehmen|Firma|Konzern|entreprise|société|empresa|compañía|azienda|società|companhia|fabricante',
  ],
  ['union', '(?:trade )?union|Gewerkschaft|syndicat|sindicato|sindacato'],
  ['association', 'association|Verband|Verein|asociación|associação|associazione'],
  ['government', 'government|Regierung|gouvernement|gobierno|governo'],
  ['ministry', 'ministry|Ministerium|ministère|ministerio|ministero|ministério'],
  ['opposition', 'opposition|Opposition|oposición|opposizione|oposição'],
  ['police', 'police|Polizei|policía|polizia|polícia'],
  ['city', 'city|town|Stadt|ville|ciudad|città|cidade|commune|comune|ayuntamiento'],
  ['prosecution', 'prosecut(?:ion|ors?)|Staatsanwaltschaft|parquet|fiscalía|procura|ministério público'],
  ['court', 'court|Gericht|tribunal|tribunale'],
  ['university', 'university|Universität|université|universidad|università|universidade'],
  ['hospital', 'hospital|clinic|Krankenhaus|Klinik|hôpital|clinique|ospedale|clínica'],
]
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${BODIES.map(([, pattern]) => `(${pattern})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** The bodies that a text speaks of. */
export const bodiesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(PATTERN)].map(
      (found) => BODIES[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '',
    ),
  )
