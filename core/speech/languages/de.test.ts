import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'

test.each([
  // Zahlen
  ['1.234.567 Menschen', '1234567 Menschen'],
  ['1 234 567 Menschen', '1234567 Menschen'],
  ['1’234 Franken', '1234 Franken'],
  ['3,5 Punkte', '3,5 Punkte'],
  ['Python 3.12 und 2.5.1', 'Python 3 Punkt 12 und 2 Punkt 5 Punkt 1'],
  ['−5 und -7', 'minus 5 und minus 7'],
  ['5–10 Leute', '5 bis 10 Leute'],
  ['3× so schnell', '3 mal so schnell'],
  ['½ Liter, 2½ Liter', 'einhalb Liter, 2 und einhalb Liter'],
  ['§ 5 Abs. 2', 'Paragraf 5 Absatz 2'],
  ['2 Mio. Leser und 1 Mrd. Wörter', '2 Millionen Leser und 1 Milliarde Wörter'],
  // Jahre und Ordnungszahlen
  ['Im Jahr 1998 und seit 2005', 'Im Jahr neunzehnhundertachtundneunzig und seit 2005'],
  ['von 1871 bis 1914', 'von achtzehnhunderteinundsiebzig bis neunzehnhundertvierzehn'],
  ['Der Krieg 1871–1914', 'Der Krieg achtzehnhunderteinundsiebzig bis neunzehnhundertvierzehn'],
  ['1500 Leute', '1500 Leute'],
  ['am 3. Oktober', 'am dritten Oktober'],
  ['der 3. Oktober', 'der dritte Oktober'],
  ['in der 7. Klasse', 'in der siebten Klasse'],
  ['im 21. Jahrhundert', 'im einundzwanzigsten Jahrhundert'],
  ['Das kostet 3. Danach nicht.', 'Das kostet 3. Danach nicht.'],
  ['Kapitel IV', 'Kapitel 4'],
  // Daten
  ['am 28.11.2026', 'am achtundzwanzigsten November 2026'],
  ['am 2026-11-01', 'am ersten November 2026'],
  ['am 03.10.26', 'am dritten Oktober 2026'],
  ['am 5. Nov. 2026', 'am fünften November 2026'],
  // Uhrzeiten
  ['um 14:30 Uhr', 'um 14 Uhr 30'],
  ['um 14.30 Uhr', 'um 14 Uhr 30'],
  ['um 9:00 Uhr, um 14 Uhr', 'um 9 Uhr, um 14 Uhr'],
  ['9:00–17:00 Uhr', '9 Uhr bis 17 Uhr'],
  ['gewann 3:2', 'gewann 3:2'],
  ['Platz 3 am Ende', 'Platz 3 am Ende'],
  // Geld
  ['5 €, 1 €, 3,50 €', '5 Euro, 1 Euro, 3 Euro 50'],
  ['3,5 Mrd. € und 2 Mio. Euro', '3,5 Milliarden Euro und 2 Millionen Euro'],
  ['5 $ und 20 US$', '5 Dollar und 20 Dollar'],
  ['5 bis 10 Millionen €', '5 bis 10 Millionen Euro'],
  ['100 CHF', '100 Schweizer Franken'],
  // Prozente und Einheiten
  ['25 %, 2,5%, 5–10 %', '25 Prozent, 2,5 Prozent, 5 bis 10 Prozent'],
  ['0,5 ‰', '0,5 Promille'],
  ['5 km, 80 km/h, −5 °C', '5 Kilometer, 80 Kilometer pro Stunde, minus 5 Grad Celsius'],
  ['16 GB, 300 W, 5 kWh, 2 GW', '16 Gigabyte, 300 Watt, 5 Kilowattstunden, 2 Gigawatt'],
  ['120 m², 1.200 km², 3 t', '120 Quadratmeter, 1200 Quadratkilometer, 3 Tonnen'],
  // Abkürzungen
  ['z. B. so, d.h. nicht', 'zum Beispiel so, das heißt nicht'],
  ['Z. B. so', 'Zum Beispiel so'],
  ['bzw. ca. drei ggf. vier', 'beziehungsweise circa drei gegebenenfalls vier'],
  ['Chips usw. Danach', 'Chips und so weiter. Danach'],
  ['Dr. Weiß, S. 5, Nr. 7', 'Doktor Weiß, Seite 5, Nummer 7'],
  ['44 v. Chr.', '44 vor Christus.'],
  // Akronyme
  ['KI, EU und LLMs', 'K I, E U und L L Ms'],
  ['die KI-Firma OpenAI', 'die K I-Firma Open A I'],
  ['NATO und UNESCO', 'NATO und UNESCO'],
  ['GPT-4', 'G P T-4'],
  // Adressen und Zeichen
  ['siehe https://www.beispiel.de/x.', 'siehe beispiel Punkt de.'],
  ['an info@beispiel.de', 'an info at beispiel Punkt de'],
  ['Forschung & Entwicklung', 'Forschung und Entwicklung'],
  ['und/oder', 'und oder'],
  ['Bürger*innen', 'Bürger innen'],
  ['gut 🎉 so', 'gut so'],
])('%s → %s', (written, spoken) => {
  expect(spokenText(written, 'de')).toBe(spoken)
})
