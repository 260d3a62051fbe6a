/** How publications say that they have taken something back, in place of the text or above it. */
const NOTICES: readonly RegExp[] = [
  /^(?:retracted|withdrawn|retraction|editor[’']?s? note: retracted)\b\s*[:–—-]/i,
  /\bthis (?:article|story|report|post|page|item|piece|press release|statement) (?:has been|was|is) (?:retracted|withdrawn|removed|taken down|deleted|unpublished|no longer available)/i,
  /\b(?:we|the editors) (?:have |has )?(?:retracted|withdrawn|removed|taken down) (?:this|the) (?:article|story|report|post|piece)/i,
  /\bdiese[rs]? (?:artikel|beitrag|text|bericht|meldung|seite) (?:wurde|ist|wird) (?:\p{L}+ ){0,4}(?:zurückgezogen|entfernt|gelöscht|depubliziert|nicht mehr verfügbar)/iu,
  /\bcet(?:te)? (?:article|page|dépêche|publication|texte) (?:a été|est|n[’']est plus) (?:\p{L}+ ){0,2}(?:retirée?|supprimée?|dépubliée?|disponible)/iu,
  /\best[ea] (?:artículo|noticia|página|nota|texto) (?:ha sido|fue|ya no está) (?:\p{L}+ ){0,2}(?:retirad[oa]|eliminad[oa]|disponible)/iu,
  /\bquest[oa] (?:articolo|notizia|pagina|testo) (?:è stat[oa]|non è più) (?:\p{L}+ ){0,2}(?:ritirat[oa]|rimoss[oa]|eliminat[oa]|disponibile)/iu,
  /\best[ea] (?:artigo|notícia|página|matéria|texto) (?:foi|já não está|não está mais) (?:\p{L}+ ){0,2}(?:retirad[oa]|removid[oa]|eliminad[oa]|despublicad[oa]|disponível)/iu,
]
/** A notice stands at the beginning. Further down, a text may tell of something else that was withdrawn. */
const BEGINNING = 600

/** Whether a page says that what stood there was taken back. */
export function isWithdrawn(title: string, text: string): boolean {
  return NOTICES.some((notice) => notice.test(title) || notice.test(text.slice(0, BEGINNING)))
}
