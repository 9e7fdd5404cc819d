import { commanded, expect, test } from './fixture';

const odd = 'so\u00ADup\u00A0is hot   \nand\u200B good\r\nhere \uFFFD it is\n';

test('odd characters are counted, shown one after the other and cleaned in one step that undo takes back', async ({ lab }) => {
  await lab.open();
  await expect(lab.warnings).toHaveCount(0);
  await lab.paste(odd);
  for (const words of [
    '1 soft hyphen',
    '1 no-break blank',
    '1 zero-width character',
    '1 replacement character',
    '1 line with blanks at its end',
    '1 line end unlike the others',
  ])
    await expect(lab.warnings).toContainText(words);
  await lab.page.getByRole('button', { name: 'Show in the document: 1 no-break blank' }).click();
  expect(await lab.selected()).toBe('\u00A0');
  await lab.page.getByRole('button', { name: 'Clean up' }).click();
  await expect(lab.warnings).not.toContainText('soft hyphen');
  await expect(lab.warnings).toContainText('1 replacement character');
  await expect(lab.page.getByRole('button', { name: 'Clean up' })).toHaveCount(0);
  expect(JSON.parse(await lab.json())).toEqual(JSON.parse(commanded(odd, '--clean')));
  await lab.editor.press('ControlOrMeta+z');
  await expect(lab.warnings).toContainText('1 soft hyphen');
  expect(JSON.parse(await lab.json())).toEqual(JSON.parse(commanded(odd)));
});

test('many odd characters are cleaned at once', async ({ lab }) => {
  const many = 'a\u00A0b \n'.repeat(3000);
  await lab.open();
  await lab.paste(many);
  await expect(lab.warnings).toContainText('3,000 no-break blanks');
  await lab.page.getByRole('button', { name: 'Clean up' }).click();
  await expect(lab.warnings).toHaveCount(0);
  expect(JSON.parse(await lab.json())).toEqual(JSON.parse(commanded(many, '--clean')));
});

test('a document that is no prose is named, with what to do instead, and chunked as before', async ({ lab }) => {
  const csv = 'id,name,price\n1,soup,4.50\n2,bread,2.00\n3,<b>salt</b>,0.80\n';
  await lab.open();
  await lab.paste(csv);
  await expect(lab.warnings).toContainText('This looks like CSV (100% sure).');
  await expect(lab.warnings).toContainText('column names');
  expect(JSON.parse(await lab.json())).toEqual(JSON.parse(commanded(csv)));
  await lab.paste('import os\n\ndef boil(pot):\n    return os.path.join(pot)\n\nprint(boil("x"))\n');
  await expect(lab.warnings).toContainText('source code (Python)');
  await lab.paste('Plain prose. It has nothing odd.\n');
  await expect(lab.warnings).toHaveCount(0);
});
