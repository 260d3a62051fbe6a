import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'

test.each([
  // Nombres
  ['1 234 567 personnes', '1234567 personnes'],
  ['1\u202f234\u202f567 personnes', '1234567 personnes'],
  ['3,5 points', '3,5 points'],
  ['Python 3.12', 'Python 3 point 12'],
  ['en 2020 300 personnes', 'en 2020 300 personnes'],
  ['−5 et -7', 'moins 5 et moins 7'],
  ['5–10 personnes', '5 à 10 personnes'],
  ['3× plus', '3 fois plus'],
  ['n° 5 et § 3', 'numéro 5 et paragraphe 3'],
  ['1½ heure', '1 et un demi heure'],
  // Ordinaux
  ['le 1er janvier, le 1 mai', 'le premier janvier, le premier mai'],
  ['la 1re fois, la 1ère fois', 'la première fois, la première fois'],
  ['la 2e fois, le 2ème, le 2nd', 'la deuxième fois, le deuxième, le second'],
  ['le XXIe siècle et le XIXᵉ', 'le vingt et unième siècle et le dix-neuvième'],
  ['chapitre IV', 'chapitre 4'],
  // Dates et heures
  ['le 28/11/2026', 'le 28 novembre 2026'],
  ['le 01/11/2026', 'le premier novembre 2026'],
  ['le 2026-11-28', 'le 28 novembre 2026'],
  ['le 28 nov. 2026, 3 févr.', 'le 28 novembre 2026, 3 février'],
  ['à 14h30, à 14 h, à 1h', 'à 14 heures 30, à 14 heures, à 1 heure'],
  ['à 9h05 et 14:30', 'à 9 heures 5 et 14 heures 30'],
  // Argent
  ['5 €, 1 €, 3,50 €', '5 euros, 1 euro, 3 euros 50'],
  ['3,5 Md€ et 2 M€', '3,5 milliards d’euros et 2 millions d’euros'],
  ['5 milliards $', '5 milliards de dollars'],
  ['1,5 million €', '1,5 million d’euros'],
  ['100 CHF', '100 francs suisses'],
  // Pourcentages et unités
  ['25 %, 2,5%', '25 pour cent, 2,5 pour cent'],
  ['5 km, 80 km/h, −5 °C', '5 kilomètres, 80 kilomètres par heure, moins 5 degrés Celsius'],
  ['1,5 km', '1,5 kilomètre'],
  ['300 W, 5 kWh, 120 m²', '300 watts, 5 kilowattheures, 120 mètres carrés'],
  // Abréviations
  ['p. ex. ceci, c.-à-d. cela', 'par exemple ceci, c’est-à-dire cela'],
  ['M. Petit, Mme Roy et le Dr Lo', 'Monsieur Petit, Madame Roy et le Docteur Lo'],
  ['puces, etc. Le reste', 'puces, et cetera. Le reste'],
  ['p. 12, art. 5', 'page 12, article 5'],
  ['50 av. J.-C.', '50 avant Jésus-Christ.'],
  // Sigles
  ['l’IA, l’UE et les LLM', 'l’I A, l’U E et les L L M'],
  ['l’OTAN et l’UNESCO', 'l’OTAN et l’UNESCO'],
  ['GPT-4 et OpenAI', 'G P T-4 et Open A I'],
  // Adresses et signes
  ['voir https://www.exemple.fr/x', 'voir exemple point fr'],
  ['à info@exemple.fr', 'à info arobase exemple point fr'],
  ['R&D', 'R et D'],
  ['et/ou', 'et ou'],
  ['bien 🎉 fait', 'bien fait'],
])('%s → %s', (written, spoken) => {
  expect(spokenText(written, 'fr')).toBe(spoken)
})
