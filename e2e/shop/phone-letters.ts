/** Most phones write in Roboto: a browser of this system does so too, where its package is installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const asked = ['system-ui', 'ui-sans-serif', 'sans-serif'];

/** Writes a configuration of fonts into a folder; what it answers goes into the environment of a browser. */
export function phoneLetters(folder: string): { FONTCONFIG_FILE: string } {
  const rules = asked.map(
    (name) =>
      `<match target="pattern"><test name="family"><string>${name}</string></test>` +
      '<edit name="family" mode="assign" binding="strong"><string>Roboto</string></edit></match>',
  );
  const file = `${folder}/fonts.conf`;
  writeFileSync(file, `<fontconfig><include>/etc/fonts/fonts.conf</include>${rules.join('')}</fontconfig>`);
  const env = { FONTCONFIG_FILE: file };
  const { stdout } = spawnSync('fc-match', ['system-ui'], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (!stdout?.includes('Roboto'))
    throw new Error('There is no Roboto here: `apt-get install fonts-roboto fontconfig`.');
  return env;
}
