import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'

test.each([
  // Numeri
  ['1.234.567 persone', '1234567 persone'],
  ['3,5 punti', '3,5 punti'],
  ['Python 3.12', 'Python 3 punto 12'],
  ['−5 e -7', 'meno 5 e meno 7'],
  ['5–10 persone', '5 a 10 persone'],
  ['3× più', '3 volte più'],
  ['n. 5 e n° 6', 'numero 5 e numero 6'],
  // Ordinali
  ['il 1º posto, la 1ª volta', 'il primo posto, la prima volta'],
  ['il 1° gennaio, il 3° posto', 'il primo gennaio, il terzo posto'],
  ['il 1 maggio', 'il primo maggio'],
  ['nel XXI secolo', 'nel ventunesimo secolo'],
  ['capitolo IV', 'capitolo 4'],
  // Date e ore
  ['il 28/11/2026', 'il 28 novembre 2026'],
  ['il 2026-11-01', 'il primo novembre 2026'],
  ['il 28 nov. 2026', 'il 28 novembre 2026'],
  ['alle 14:30 e alle 9.05', 'alle 14 e 30 e alle 9 e 5'],
  ['alle ore 14:00', 'alle ore 14'],
  // Denaro
  ['5 €, 1 €, 3,50 €', '5 euro, 1 euro, 3 euro e 50'],
  ['3,5 mld € e 2 mln di persone', '3,5 miliardi di euro e 2 milioni di persone'],
  ['5 milioni $', '5 milioni di dollari'],
  // Percentuali e unità
  ['25 %, 2,5%', '25 per cento, 2,5 per cento'],
  ['5 km, 80 km/h, −5 °C', '5 chilometri, 80 chilometri orari, meno 5 gradi Celsius'],
  ['300 W, 5 kWh, 120 m²', '300 watt, 5 chilowattora, 120 metri quadrati'],
  ['un angolo di 30°', 'un angolo di 30 gradi'],
  // Abbreviazioni
  ['p. es. questo, ad es. quello', 'per esempio questo, ad esempio quello'],
  ['il sig. Rossi e la dott.ssa Bo', 'il signor Rossi e la dottoressa Bo'],
  ['chip, ecc. Il resto', 'chip, eccetera. Il resto'],
  ['pag. 12, art. 5', 'pagina 12, articolo 5'],
  ['44 a.C.', '44 avanti Cristo.'],
  // Sigle
  ['l’IA, l’UE e gli LLM', 'l’I A, l’U E e gli L L M'],
  ['la NATO e l’UNESCO', 'la NATO e l’UNESCO'],
  // Indirizzi e segni
  ['vedi https://www.esempio.it/x', 'vedi esempio punto it'],
  ['a info@esempio.it', 'a info chiocciola esempio punto it'],
  ['ricerca & sviluppo', 'ricerca e sviluppo'],
  ['e/o', 'e o'],
  ['ben 🎉 fatto', 'ben fatto'],
])('%s → %s', (written, spoken) => {
  expect(spokenText(written, 'it')).toBe(spoken)
})
