import type { Fact } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'

/** Places that people have, each in six languages. */
const ROLES: [key: string, pattern: string][] = [
  [
    'chief executive',
    'chief executive(?: officer)?|CEO|(?:Konzern|Firmen|Unternehmens)chef(?:in)?|Vorstandschef(?:in)?|Vorstandsvorsitzende[nr]?|PDG|directeur général|directrice générale|consejer[oa] delegad[oa]|amministrator[ei] delegat[oa]|(?:diretor|presidente)[ae]?-? ?executiv[oa]',
  ],
  [
    'finance chief',
    'finance chief|CFO|chief financial officer|finance director|Finanzchef(?:in)?|Finanzvorstand|directeur financier|directora? financier[oa]|direttore finanziario|diretor financeiro',
  ],
  [
    'chair',
    'chair(?:man|woman|person)?|\\p{L}*vorsitzende[nr]?|Obmann|Obfrau|Aufsichtsratschef(?:in)?|president of the board',
  ],
  ['president', 'president|Präsident(?:in)?|président|présidente|presidente|presidenta'],
  [
    'vice president',
    'vice[- ]president|Vizepräsident(?:in)?|vice-président|vicepresident[ea]|vice-presidente',
  ],
  [
    'prime minister',
    'prime minister|premier|Premierminister(?:in)?|Ministerpräsident(?:in)?|premier ministre|première ministre|primer ministro|primera ministra|primo ministro|primeiro-ministro',
  ],
  [
    'chancellor',
    'chancellor|Bundeskanzler(?:in)?|Kanzler(?:in)?|chancelier|chancelière|canciller|cancelliere|chanceler',
  ],
  ['minister', '(?<!prime )minister|\\p{L}*[Mm]inister(?:in)?|ministre|ministr[oa]|consejer[oa]'],
  [
    'mayor',
    'mayor|Bürgermeister(?:in)?|Oberbürgermeister(?:in)?|maire|alcalde|alcaldesa|sindac[oa]|prefeit[oa]|presidente da câmara',
  ],
  [
    'founder',
    '(?:co-?)?founder|(?:Mit)?[Gg]ründer(?:in)?|(?:co)?fondateur|(?:co)?fondatrice|(?:co)?fundador[a]?|(?:co)?fondator[ei]|(?:co)?fondatrice',
  ],
  ['spokesperson', 'spokes(?:man|woman|person)|Sprecher(?:in)?|porte-parole|portavoz|portavoce|porta-voz'],
  [
    'director',
    '(?<!finance |managing )director|Direktor(?:in)?|directeur|directrice|directora?|direttore|direttrice|diretora?',
  ],
  ['delegate', 'delegate|shop steward|Delegierte[rn]?|délégué[es]?|delegad[oa]|delegat[oa]'],
  ['judge', 'judge|Richter(?:in)?|juge|juez|jueza|giudice|juiz|juíza'],
  ['lawyer', 'lawyer|attorney|Anwält(?:in)|Anwalt|avocate?|abogad[oa]|avvocat[oa]|advogad[oa]'],
  ['coach', '(?:head )?coach|manager|Trainer(?:in)?|entraîneur|entrenadora?|allenator[ei]|treinadora?'],
  ['archivist', 'archivist|Archivar(?:in)?|archiviste|archivista|archiveira?'],
  [
    'professor',
    'professor|Professor(?:in)?|professeure?|profesora?|catedrátic[oa]|professore(?:ssa)?|professora',
  ],
  [
    'researcher',
    'researcher|Forscher(?:in)?|chercheur|chercheuse|investigadora?|ricercator[ei]|ricercatrice|pesquisadora?',
  ],
  ['buyer', 'buyer|Käufer(?:in)?|acheteur|compradora?|acquirente'],
  ['seller', 'seller|Verkäufer(?:in)?|vendeur|vendedora?|venditore'],
  [
    'owner',
    'owner|Eigentümer(?:in)?|Besitzer(?:in)?|propriétaire|propietari[oa]|proprietari[oa]|proprietária',
  ],
]
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ROLES.map(([, pattern]) => `(${pattern})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** The places that people have in a sentence. */
export function readRoles({ text }: Pick<SentenceReading, 'text'>): Fact[] {
  return [...text.matchAll(PATTERN)].map((found) => {
    const key = ROLES[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? ''
    return { key, kind: 'role', text: found[0], from: found.index }
  })
}
