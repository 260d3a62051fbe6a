import type { LanguageFacts } from '#core/languages/language-facts.ts'

const SPANISH: LanguageFacts = {
  functionWords:
    'el la los las lo un una unos unas y e o u ni pero sino si que quien quienes cual cuales cuyo cuya como cuando donde porque pues ' +
    'aunque mientras a al ante bajo con contra de del desde durante en entre hacia hasta mediante para por según sin sobre tras me te ' +
    'se nos os le les mi mis tu tus su sus nuestro nuestra este esta estos estas esto ese esa esos esas eso aquel aquella ser es son ' +
    'era eran fue fueron sea sean sido siendo estar está están estaba estaban estado ha han había habían haber hay he hemos tiene ' +
    'tienen tener puede pueden poder va van ir hace hacen hacer no sí ya más menos muy tan también tampoco solo sólo todo toda todos ' +
    'todas otro otra otros otras mismo misma cada así entonces ahora aún',
  search: {
    stemmer: 'spanish_stem',
    subjects: 'poder ser haber bajo',
    endings: { ces: 'z', enes: 'en', iones: 'ión', cion: 'ción', sion: 'sión', eses: 'és' },
    forms: { usd: 'dólar', eur: 'euro' },
    signs: { $: 'dólares', '€': 'euros', '£': 'libras', '¥': 'yenes', '%': 'ciento' },
    magnitudes: { mm: 'millones', mill: 'millones', mdd: 'millones dólares' },
  },
}

export default SPANISH
