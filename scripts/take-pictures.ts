import sharp from 'sharp'
import { fileOf, takePictures } from './pictures/take-pictures.ts'

/** `npm run pictures`: takes the pictures of the README anew. */
for (const [name, png] of await takePictures()) await sharp(png).webp({ quality: 82 }).toFile(fileOf(name))
