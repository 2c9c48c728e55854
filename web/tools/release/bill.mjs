/** A bill of materials in CycloneDX's form, by the library of CycloneDX; nothing in it depends on when or where it is made. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const { Enums, Models, Serialize, Spec } = createRequire(import.meta.url)('@cyclonedx/cyclonedx-library');

const licencesOf = (expression) =>
  new Models.LicenseRepository([
    / (OR|AND|WITH) /.test(expression) ? new Models.LicenseExpression(expression) : new Models.SpdxLicense(expression),
  ]);

/** @param part { name, version, licence, title?, purl?, in? } */
function componentOf({ name, version, licence, title, purl, in: where }, type = Enums.ComponentType.Library) {
  return new Models.Component(type, name, {
    version,
    purl,
    description: title,
    bomRef: `${name}@${version}`,
    licenses: licencesOf(licence),
    properties: new Models.PropertyRepository(where ? [new Models.Property('posenc:in', where)] : []),
  });
}

export const npmPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The JSON text. @param about what the bill is of: { name, version, licence, purl?, sha256? }
 * @param parts what is in it  @param time of the commit, a Date
 */
export function billOf(about, parts, time) {
  const component = componentOf(about, Enums.ComponentType.Application);
  if (about.sha256) component.hashes.set(Enums.HashAlgorithm['SHA-256'], about.sha256);
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component, timestamp: time }) });
  for (const part of parts) {
    const one = componentOf(part);
    bom.components.add(one);
    component.dependencies.add(one.bomRef);
  }
  // a number of its own, as the format wants, which follows from what it is of
  const hex = createHash('sha256')
    .update(JSON.stringify([about, parts]))
    .digest('hex');
  const variant = ((parseInt(hex[16], 16) & 3) | 8).toString(16);
  bom.serialNumber = `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}
