import { expect, test } from 'vitest'
import { spokenText } from '#core/speech/spoken-blocks.ts'

test.each([
  // Números
  ['1.234.567 personas', '1234567 personas'],
  ['1 234 567 personas', '1234567 personas'],
  ['3,5 puntos', '3,5 puntos'],
  ['Python 3.12', 'Python 3 punto 12'],
  ['−5 y -7', 'menos 5 y menos 7'],
  ['5–10 personas', '5 a 10 personas'],
  ['3× más', '3 veces más'],
  ['n.º 5 y nº 6', 'número 5 y número 6'],
  // Ordinales
  ['el 1.º y la 1.ª', 'el primero y la primera'],
  ['el 1.er premio, el 3er puesto', 'el primer premio, el tercer puesto'],
  ['el siglo XXI', 'el siglo 21'],
  ['capítulo IV', 'capítulo 4'],
  // Fechas y horas
  ['el 28/11/2026', 'el 28 de noviembre de 2026'],
  ['el 2026-11-28', 'el 28 de noviembre de 2026'],
  ['el 28 nov 2026', 'el 28 noviembre 2026'],
  ['a las 14:30 h y a las 9:00', 'a las 14 y 30 y a las 9 horas'],
  // Dinero
  ['5 €, 1 €, 3,50 €', '5 euros, 1 euro, 3 euros con 50'],
  ['3.500 millones €', '3500 millones de euros'],
  ['2 M€ y 5 mil €', '2 millones de euros y 5 mil euros'],
  ['$5 millones', '5 millones de dólares'],
  // Porcentajes y unidades
  ['25 %, 2,5%', '25 por ciento, 2,5 por ciento'],
  ['5 km, 80 km/h, −5 °C', '5 kilómetros, 80 kilómetros por hora, menos 5 grados Celsius'],
  ['300 W, 5 kWh, 120 m²', '300 vatios, 5 kilovatios hora, 120 metros cuadrados'],
  ['un ángulo de 30°', 'un ángulo de 30 grados'],
  // Abreviaturas
  ['p. ej. esto', 'por ejemplo esto'],
  ['en EE. UU. y EE.UU.', 'en Estados Unidos y Estados Unidos'],
  ['el Sr. Gil y la Dra. Paz', 'el señor Gil y la doctora Paz'],
  ['chips, etc. Lo demás', 'chips, etcétera. Lo demás'],
  ['pág. 12, art. 5', 'página 12, artículo 5'],
  ['44 a. C.', '44 antes de Cristo.'],
  // Siglas
  ['la IA, la UE y los LLM', 'la I A, la U E y los L L M'],
  ['la OTAN y la UNESCO', 'la OTAN y la UNESCO'],
  // Direcciones y signos
  ['véase https://www.ejemplo.es/x', 'véase ejemplo punto es'],
  ['a info@ejemplo.es', 'a info arroba ejemplo punto es'],
  ['I+D', 'I+D'],
  ['y/o', 'y o'],
  ['bien 🎉 hecho', 'bien hecho'],
])('%s → %s', (written, spoken) => {
  expect(spokenText(written, 'es')).toBe(spoken)
})
