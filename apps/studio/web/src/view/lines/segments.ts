// Lines with a width in pixels and round ends, all in one draw call. A line whose width goes to zero is the head of an arrow, and one
// without length is a dot.
import { ShaderMaterial, type Mesh, type Vector2 } from 'three';
import { cornersOfLine, distanceToLine, rotation } from '../common/glsl';
import { InstancedQuads } from '../common/instancedQuads';
import type { Colour } from '../palette';

const vertexShader = `
    attribute vec3 start;
    attribute vec3 end;
    attribute vec2 widths;
    attribute vec4 startColour;
    attribute vec4 endColour;
    uniform vec2 picture;
    varying vec4 vColour;
    varying vec2 vPlace;
    varying float vLength;
    varying vec2 vRadii;
    ${rotation}
    ${cornersOfLine}
    void main() {
        vec4 a = projectionMatrix * modelViewMatrix * vec4(start, 1.0);
        vec4 b = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
        // A line is clipped where it passes behind the eye.
        float least = 1e-4 * max(abs(a.w), abs(b.w)) + 1e-6;
        if (a.w < least && b.w < least) {
            gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
            return;
        }
        if (a.w < least) { a = mix(b, a, (b.w - least) / (b.w - a.w)); }
        if (b.w < least) { b = mix(a, b, (a.w - least) / (a.w - b.w)); }
        vec2 from = a.xy / a.w * picture * 0.5;
        vec2 to = b.xy / b.w * picture * 0.5;
        vec2 along = to - from;
        vLength = length(along);
        along = vLength > 1e-3 ? along / vLength : vec2(1.0, 0.0);
        vRadii = widths * 0.5;
        float margin = max(vRadii.x, vRadii.y) + 1.0;
        vPlace = cornerOfLine(margin, vLength + margin, margin);
        vec2 at = from + rotated(vPlace, along);
        vec4 base = position.x < 0.0 ? a : b;
        vColour = position.x < 0.0 ? startColour : endColour;
        gl_Position = vec4(at / (picture * 0.5) * base.w, base.z, base.w);
    }`;

const fragmentShader = `
    varying vec4 vColour;
    varying vec2 vPlace;
    varying float vLength;
    varying vec2 vRadii;
    ${distanceToLine}
    void main() {
        float share = vLength > 0.0 ? clamp(vPlace.x, 0.0, vLength) / vLength : 0.0;
        float radius = mix(vRadii.x, vRadii.y, share);
        float cover = clamp(0.5 + radius - distanceToLine(vPlace, vLength), 0.0, 1.0);
        // The head of an arrow begins flat.
        if (vRadii.y < vRadii.x) cover = min(cover, clamp(0.5 + vPlace.x, 0.0, 1.0));
        gl_FragColor = vec4(vColour.rgb, vColour.a * cover);
        if (gl_FragColor.a < 0.004) discard;
        #include <colorspace_fragment>
    }`;

const growth = 16; // lines
const attributes = { start: 3, end: 3, widths: 2, startColour: 4, endColour: 4 };

export class Segments {
    readonly mesh: Mesh;
    private readonly quads: InstancedQuads;
    private capacity = 0;
    private count = 0;

    /** `picture`: its size in pixels, shared by all that is drawn there. */
    constructor(picture: { value: Vector2 }, isSeenThrough: boolean) {
        const material = new ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms: { picture },
            transparent: true,
            depthWrite: false,
            depthTest: !isSeenThrough,
        });
        this.quads = new InstancedQuads(material, attributes, 3);
        this.mesh = this.quads.mesh;
    }

    clear(): void {
        this.count = 0;
        this.finish();
    }

    /** Removes all lines and makes room for `maxCount` new ones; more are not drawn. */
    begin(maxCount: number): void {
        this.count = 0;
        this.capacity = Math.ceil(maxCount) + growth;
        this.quads.reserve(this.capacity);
    }

    /** Opacities and widths, in pixels of the page, at both ends. */
    add(
        ax: number,
        ay: number,
        az: number,
        bx: number,
        by: number,
        bz: number,
        colour: Colour,
        opacity = 1,
        width = 2,
        endOpacity = opacity,
        endWidth = width,
    ): void {
        if (this.count >= this.capacity) {
            return;
        }
        const i = this.count++;
        const start = this.quads.array('start');
        const end = this.quads.array('end');
        const widths = this.quads.array('widths');
        const startColour = this.quads.array('startColour');
        const endColour = this.quads.array('endColour');
        start[3 * i] = ax;
        start[3 * i + 1] = ay;
        start[3 * i + 2] = az;
        end[3 * i] = bx;
        end[3 * i + 1] = by;
        end[3 * i + 2] = bz;
        widths[2 * i] = width;
        widths[2 * i + 1] = endWidth;
        for (let part = 0; part < 3; ++part) {
            startColour[4 * i + part] = colour[part]!;
            endColour[4 * i + part] = colour[part]!;
        }
        startColour[4 * i + 3] = opacity;
        endColour[4 * i + 3] = endOpacity;
    }

    /** A shaft and a head that is `head` metres long, or less for a short arrow. */
    addArrow(
        ax: number,
        ay: number,
        az: number,
        bx: number,
        by: number,
        bz: number,
        head: number,
        colour: Colour,
        opacity = 1,
        width = 2,
    ): void {
        const size = Math.hypot(bx - ax, by - ay, bz - az);
        const share = size > 0 ? Math.max(0.5, 1 - head / size) : 1;
        const [mx, my, mz] = [ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share];
        this.add(ax, ay, az, mx, my, mz, colour, opacity, width);
        this.add(mx, my, mz, bx, by, bz, colour, opacity, width * 4, opacity, 0);
    }

    /** Shows the lines that were added. */
    finish(): void {
        this.quads.show(this.count);
    }

    dispose(): void {
        this.quads.dispose();
    }
}
