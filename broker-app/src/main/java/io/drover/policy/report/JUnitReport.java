package io.drover.policy.report;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The report in the XML of JUnit: each file is a test, which fails once for each finding. */
final class JUnitReport {

    private static final String NAME = "name";

    private final XMLStreamWriter xml;

    private JUnitReport(XMLStreamWriter xml) {
        this.xml = xml;
    }

    static String write(RuleReport report) {
        StringWriter text = new StringWriter();
        try {
            new JUnitReport(XMLOutputFactory.newFactory().createXMLStreamWriter(text)).document(report);
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text + "\n";
    }

    private void document(RuleReport report) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuites");
        xml.writeStartElement("testsuite");
        xml.writeAttribute(NAME, "drover check");
        xml.writeAttribute("tests", String.valueOf(report.paths().size()));
        xml.writeAttribute("failures", String.valueOf(report.filesWithFindings()));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", "0");
        for (String path : report.paths()) {
            file(path, of(path, report));
        }
        List<Finding> elsewhere = report.findings().stream()
                .filter(finding -> !report.paths().contains(finding.path()))
                .toList();
        if (!elsewhere.isEmpty()) {
            file("all rules", elsewhere);
        }
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private static List<Finding> of(String path, RuleReport report) {
        return report.findings().stream()
                .filter(finding -> finding.path().equals(path))
                .toList();
    }

    private void file(String name, List<Finding> findings) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "drover.check");
        xml.writeAttribute(NAME, printable(name));
        for (Finding finding : findings) {
            String place = finding.path() + ":" + finding.line() + ":" + finding.column();
            xml.writeStartElement("failure");
            xml.writeAttribute("type", finding.lint());
            xml.writeAttribute("message", printable(place + ": " + finding.message()));
            xml.writeCharacters(
                    printable(place + ": " + finding.sentence() + "\n" + finding.text() + "\n" + finding.page()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** XML has no signs below the blank but these three. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\t\n\r]]", "?");
    }
}
